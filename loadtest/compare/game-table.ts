// A table of a game on Colyseus: bots that play from the state as the SDK holds it.
import type { Game } from '../../shared/kernel/game.ts';
import { abandon, type Room } from '../sdk.ts';
import { publicViewOf, seatViewOf, type WireDecision, type WireSeat, type WireState } from '../wire-view.ts';
import type { Chosen, chooser } from './borneo-bot.ts';
import type { Arrival, BenchTable } from './system.ts';

/** Converting only what a bot needs to JSON saves time in the generator. */
interface LiveState {
  readonly version: number;
  readonly table: {
    readonly status: string;
    readonly seats: readonly { readonly priv?: { toJSON(): Required<WireSeat>['priv'] } }[];
  };
  readonly decisions: { toJSON(): readonly WireDecision[] };
  readonly view: { toJSON(): Record<string, unknown> };
}

interface Play {
  readonly game: Game;
  readonly choose: ReturnType<typeof chooser>;
  readonly arrival: Arrival;
  /** The request with which a client sends a move. */
  readonly command: (chosen: Chosen) => readonly [type: string, payload: object];
}

function stateOf(room: Room): LiveState {
  return room.state as LiveState;
}

function ownOf({ table }: LiveState, seat: number): WireSeat {
  const priv = table.seats[seat]?.priv?.toJSON();
  return priv === undefined ? {} : { priv };
}

/** `rooms`: of the clients, by seat. */
export function gameTable(rooms: readonly Room[], { game, choose, arrival, command }: Play): BenchTable {
  const [host] = rooms;
  if (host === undefined) throw new Error('nobody sits there');
  let chosen: Chosen | undefined;
  return {
    prepare: () => {
      const { version, table, decisions, view } = stateOf(host);
      const shown = { version, decisions: decisions.toJSON(), view: view.toJSON() };
      const wire = (seats: WireState['table']['seats']) => ({
        ...shown,
        table: { status: table.status, seats },
      });
      chosen = choose(publicViewOf(game, wire([])), (seat) => {
        const room = rooms[seat];
        if (room === undefined) throw new Error(`seat ${seat} has no player`);
        return seatViewOf(game, wire({ [seat]: ownOf(stateOf(room), seat) }), seat);
      });
      return chosen !== undefined;
    },
    send: async () => {
      if (chosen === undefined) throw new Error('nothing prepared');
      const all = arrival.next(stateOf(host).version + 1);
      await rooms[chosen.seat]?.request(...command(chosen));
      await all;
    },
    close: () => {
      for (const room of rooms) abandon(room);
    },
  };
}
