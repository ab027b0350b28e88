// Selects whose view of a match is shown.
import type { TableFacts } from '../../client/index.ts';
import type { SomeGame } from '../boards/furnish.ts';
import { nameAt } from './names.ts';
import { eyesIn, type Replay } from './replay.ts';
import { say } from './texts.ts';

interface Props {
  readonly replay: Replay<SomeGame>;
  readonly table: TableFacts;
}

export function Eyesight({ replay, table }: Props) {
  const { value: as } = replay.seenAs;
  const isOver = replay.isOver.value;
  const own = typeof as === 'number' ? as : null;
  return (
    <label class="replay-eyes">
      <span>{say('eyes')}</span>
      <select
        value={!isOver && own !== null ? 'own' : String(as)}
        onChange={(event) => void replay.look(eyesIn(event.currentTarget.value))}
      >
        {isOver ? <option value="all">{say('all')}</option> : null}
        {isOver || own === null ? null : <option value="own">{say('own')}</option>}
        <option value="spectator">{say('spectator')}</option>
        {isOver
          ? table.seats.map(({ seat }) => (
              <option key={seat} value={seat}>
                {nameAt(table, seat)}
              </option>
            ))
          : null}
      </select>
    </label>
  );
}
