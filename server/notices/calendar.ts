// A player's deadlines as a calendar (RFC 5545), at an address that only the player knows and can take back.
import { randomBytes } from '../../rooms/clockwork.ts';
import type { Language } from '../../shared/kernel/game.ts';
import { LONG_ID, newId, sha256 } from '../process/chance.ts';
import type { Outbox } from '../store/outbox.ts';
import type { Wording } from './bodies.ts';
import { settingsOf } from './courier.ts';
import type { Sealing } from './sealing.ts';

/** A decision that waits for the player, or the start of a table; either is left out once it is over. */
export interface CalendarEntry {
  readonly matchId: string;
  readonly game: string;
  readonly kind: 'deadline' | 'start';
  readonly at: number;
  /** How often a start was changed. */
  readonly changes: number | null;
}

interface CalendarContext {
  readonly outbox: Outbox;
  readonly sealing: Sealing;
  readonly wording: Wording;
  readonly origin: string | undefined;
  /** Players who may have a calendar. */
  readonly most: number;
  readonly now: () => number;
}

const SECRET_BYTES = 24;
/** A line has at most this many octets, without its end. */
const LINE_BYTES = 75;

export class Calendars {
  readonly #context: CalendarContext;

  constructor(context: CalendarContext) {
    this.#context = context;
  }

  /** Since when the player has one. */
  async since(player: string): Promise<number | undefined> {
    const [found] = await this.#context.outbox.readOutbox('calendarOf', player);
    return found?.created_at;
  }

  /**
   * The key of a new one, which takes the place of an earlier one; `undefined`: there are too many. Only its hash is
   * stored. `found`: where the player has found the server.
   */
  async make(player: string, found: string): Promise<string | undefined> {
    const { outbox, sealing, origin = found, most, now } = this.#context;
    const [known, [count]] = await Promise.all([this.since(player), outbox.readOutbox('calendars')]);
    if (known === undefined && Number(count?.calendars ?? 0) >= most) return undefined;
    const key = randomBytes(SECRET_BYTES).toString('base64url');
    const id = sha256(key);
    const at = Math.round(now());
    await outbox.writeOutbox('keepCalendar', {
      target_id: id,
      player,
      sealed: sealing.seal(id, { url: newId(LONG_ID), origin }),
      created_at: at,
    });
    return key;
  }

  async remove(player: string): Promise<void> {
    await this.#context.outbox.writeOutbox('dropCalendar', player);
  }

  /** Whose it is, and in what way the player reads; `undefined`: nobody's. */
  async find(key: string): Promise<{ player: string; language: Language; origin: string } | undefined> {
    const { outbox, sealing } = this.#context;
    const id = sha256(key);
    const [found] = await outbox.readOutbox('calendar', id);
    const address = found && sealing.open(id, found.sealed);
    if (found === undefined || address === undefined) return undefined;
    const { player } = found;
    return { player, language: settingsOf(found).language, origin: address.origin };
  }

  text(
    entries: readonly CalendarEntry[],
    { language, origin }: { readonly language: Language; readonly origin: string },
  ): string {
    const { wording, now } = this.#context;
    const say = wording.sentences(language);
    const stamp = timeOf(now());
    const events = entries.flatMap(({ matchId, game, kind, at, changes }) => {
      const title = say(`notice.${kind}`, { game: wording.titleOf(game, language) });
      return [
        'BEGIN:VEVENT',
        // The same for each decision of a match, and for its start: the event moves.
        `UID:${matchId}${kind === 'start' ? '-start' : ''}@quayside`,
        ...(changes === null ? [] : [`SEQUENCE:${changes}`]),
        `DTSTAMP:${stamp}`,
        `DTSTART:${timeOf(at)}`,
        `DTEND:${timeOf(at)}`,
        `SUMMARY:${escaped(title)}`,
        `URL:${origin}/table/${matchId}`,
        'TRANSP:TRANSPARENT',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${escaped(title)}`,
        'TRIGGER:-PT1H',
        'END:VALARM',
        'END:VEVENT',
      ];
    });
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Quayside//Deadlines//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Quayside',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      ...events,
      'END:VCALENDAR',
    ];
    return lines.map((line) => `${folded(line)}\r\n`).join('');
  }
}

/** In UTC: `20270105T120000Z`. */
function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

export function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|[\r\n]/g, '\\n');
}

/** Continued on lines that begin with a space, without breaking a character. */
export function folded(line: string): string {
  const parts = [''];
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > LINE_BYTES) {
      parts.push(' ');
      bytes = 1;
    }
    parts.push(`${parts.pop() ?? ''}${sign}`);
    bytes += size;
  }
  return parts.join('\r\n');
}
