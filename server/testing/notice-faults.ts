// Loaded into servers before the program (`--import`), as planted faults of notices; NOTICE_FAULT names one of them.
import { setTimeout as pause } from 'node:timers/promises';
import { SqlStore } from '../store/sql-store.ts';
import { SqliteStore } from '../store/sqlite.ts';

/** Servers are killed meanwhile. */
const LATER_MS = 200;
const { commit } = SqliteStore.prototype;
const { readOutbox, writeOutbox } = SqlStore.prototype;

const FAULTS: Readonly<Record<string, () => void>> = {
  /** A notice is not written in the transaction of its command. */
  outside: () => {
    SqliteStore.prototype.commit = async function (matchId, rows, change, told) {
      if (told === undefined) return await commit.call(this, matchId, rows, change);
      await commit.call(this, matchId, rows, change, { ...told, owed: [] });
      setTimeout(() => void commit.call(this, matchId, [], {}, { owed: told.owed }), LATER_MS);
    };
  },
  /** It is removed before its target has it. */
  before: () => {
    SqlStore.prototype.readOutbox = async function (name, ...args) {
      const found = await Reflect.apply(readOutbox, this, [name, ...args]);
      if (name === 'claimed' && found.length > 0) {
        for (const row of found)
          if ('notice_id' in row) {
            const told = { claim: '', targetId: row.target_id, now: 0 };
            await writeOutbox.call(this, 'handedOver', told, [row.notice_id], 0);
          }
        await pause(LATER_MS);
      }
      return found;
    };
  },
  /** A target may be taken by several at the same time. */
  unfenced: () => {
    SqlStore.prototype.writeOutbox = async function (name, ...args) {
      const [claim, now, , most] = args;
      const unfenced = [name, claim, now, now, most];
      await Reflect.apply(writeOutbox, this, name === 'claim' ? unfenced : [name, ...args]);
    };
  },
};

const plant = FAULTS[process.env['NOTICE_FAULT'] ?? ''];
if (plant === undefined) throw new Error('NOTICE_FAULT: which?');
plant();
