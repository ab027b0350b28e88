// Moves by where they lead, offers by what they are about, missions by what they ask for: as on the board, among the
// steps of the action bar and of the text table.
import type { Named, TellPick } from '../../wording/wording.ts';
import {
  type Atlas,
  atlasOf,
  type Channel,
  type Command,
  type Rotterdam,
  type Tally,
  type View,
} from './atlas.ts';
import { say } from './sight.ts';

type Moves = Extract<Command, { readonly type: 'move-ships' }>['moves'];
type Jokers = Extract<Command, { readonly type: 'fulfil-mission' }>['jokers'];

export const tellPick: TellPick = (type, path, value, named) => {
  if (type === 'end-turn' && path === '') return toldEnd(named);
  const [field] = path.split('.');
  switch (field) {
    case 'moves':
      return toldMoves(path, value, named);
    case 'path':
      return listOf(value)
        .flatMap((id) => toldChannel(String(id), 'pickBack', named) ?? [])
        .join(', ');
    case 'keepTurn':
      return say(value === true ? 'pickKeep' : 'pickFinish');
    case 'offer':
      return toldOffer(Number(value), named);
    case 'mission':
      return toldMission(String(value), named);
    case 'jokers':
      return path === field ? toldJokers(value as Jokers, named) : undefined;
    default:
      return undefined;
  }
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const atlasIn = ({ catalogue }: Named): Atlas | undefined =>
  catalogue && atlasOf(catalogue as Rotterdam['Catalogue']);

/** What else could be done is left undone: the same command, by the question that it answers. */
function toldEnd({ view }: Named): string | undefined {
  const kinds = view === undefined ? [] : (view as View).decisions.map(({ kind }) => kind);
  if (kinds.includes('placement')) return say('noShip');
  return kinds.includes('mission') ? say('noMission') : undefined;
}

/** «moves», «moves.0», «moves.0.channel». */
function toldMoves(path: string, value: unknown, named: Named): string | undefined {
  if (typeof value === 'string')
    return path.endsWith('.channel') ? toldChannel(value, 'leads', named) : undefined;
  return (listOf(value) as Moves)
    .flatMap(({ ship, channel }) => {
      const way = toldChannel(channel, 'leads', named);
      return way === undefined ? [] : [say('pickSail', { ship: named.component(ship), way })];
    })
    .join(', ');
}

function toldChannel(id: string, key: 'leads' | 'pickBack', named: Named): string | undefined {
  const channel = atlasIn(named)?.channels.get(id);
  if (channel === undefined) return undefined;
  const end: Channel['to'] = key === 'leads' ? channel.to : channel.from;
  return say(key, { colour: named.component(channel.colour), to: named.component(end) });
}

function toldOffer(id: number, named: Named): string | undefined {
  const offer = (named.view as View | undefined)?.offers.find((one) => one.id === id);
  if (offer === undefined) return undefined;
  const told = (tally: Tally | undefined, count: number) =>
    tally === undefined ? say('cards', { count }) : toldTally(tally, named);
  return say('pickOffer', {
    id,
    player: named.seat(offer.from),
    give: told(offer.give, offer.giveCount),
    want: told(offer.want, offer.wantCount),
  });
}

function toldTally(tally: Tally, { component }: Named): string {
  return Object.entries(tally)
    .map(([product, count]) => (count === 1 ? component(product) : `${component(product)} ×${count}`))
    .join(', ');
}

function toldMission(id: string, named: Named): string | undefined {
  const mission = atlasIn(named)?.missions.get(id);
  if (mission === undefined) return undefined;
  const products = mission.products.map(named.component).join(' + ');
  return say('pickMission', { products, count: mission.value });
}

function toldJokers(jokers: Jokers, named: Named): string {
  const products = listOf(jokers) as Jokers;
  if (products.length === 0) return say('payPlain');
  return say('payJokers', { products: products.map(({ as }) => named.component(as)).join(', ') });
}
