// Public tables to join, and running ones to watch.
import type { ListedTable } from '../../client/index.ts';
import { Link } from '../lib/link.tsx';
import { usePoll } from '../lib/use-poll.ts';
import { Words } from './my-tables.tsx';
import { GamePicture } from './pictures/index.tsx';
import { myTables, publicTables } from './polls.ts';
import { say } from './say.ts';
import { company, momentOf, titleOf } from './words.ts';

export function PublicTables() {
  const { value } = usePoll(publicTables).value;
  const mine = new Set(myTables.value.value?.seats.map(({ matchId }) => matchId));
  const others = (tables: readonly ListedTable[]) => tables.filter(({ matchId }) => !mine.has(matchId));
  const open = others(value?.open ?? []);
  const running = others(value?.running ?? []);
  return (
    <>
      <section class="lobby-part" aria-labelledby="open-tables">
        <h2 id="open-tables">{say('open-tables')}</h2>
        {value === null ? <p class="faint">{say('loading')}</p> : null}
        {value !== null && open.length === 0 ? <p class="faint">{say('open-tables-none')}</p> : null}
        <ul class="table-list">
          {open.map((table) => (
            <Line key={table.matchId} table={table} way="sit-down" />
          ))}
        </ul>
      </section>
      {running.length === 0 ? null : (
        <section class="lobby-part" aria-labelledby="running-tables">
          <h2 id="running-tables">{say('running-tables')}</h2>
          <ul class="table-list">
            {running.map((table) => (
              <Line key={table.matchId} table={table} way="watch" />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Line({ table, way }: { readonly table: ListedTable; readonly way: 'sit-down' | 'watch' }) {
  const names = table.names.flatMap((name) => name ?? []);
  const title = titleOf(table.game);
  return (
    <li class="table-line">
      <GamePicture game={table.game} isSmall />
      <Words title={title} names={names}>
        {` · ${say(`clock.${table.clock}`)}`}
        {table.startsAt === null ? '' : ` · ${say('starts', { time: momentOf(table.startsAt) })}`}
      </Words>
      {way === 'sit-down' ? <span class="table-state">{say('free', { count: table.free })}</span> : null}
      <Link
        to={{ name: 'table', id: table.matchId, invitation: '' }}
        class="button"
        label={say(way === 'watch' ? 'watch-of' : 'sit-down-of', { game: title, with: company(names) })}
      >
        {say(way)}
      </Link>
    </li>
  );
}
