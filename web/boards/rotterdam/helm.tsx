// Above the chart: the colours that can be named, the stock, and what a choice would do, or else where the round
// stands.
import { SeatMark } from '../../seats/seat-mark.tsx';
import { Answer } from '../parts/answer.tsx';
import { Group } from '../parts/group.tsx';
import { choosing, pick, pickOnly, some } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { isLit, nameOf, playerAt } from '../parts/sight.ts';
import type { ChannelColour, Command } from './atlas.ts';
import { playedKind, toldCard } from './card-texts.ts';
import { namedColour, pickedColour, prospectsFor } from './chart.tsx';
import { bySeat, type SeatProspect } from './forecast.ts';
import { COLOUR, meaningOf } from './picking.ts';
import { type Sight, say } from './sight.ts';
import { Stock } from './supply.tsx';
import { Swatch } from './symbols.tsx';

export function Helm({ sight }: { readonly sight: Sight }) {
  const { atlas } = sight;
  return (
    <div class="rot-helm" data-phase={sight.ground.phase}>
      <Group label={say('colours')} class="rot-colours">
        {atlas.colours.map((colour) => (
          <Colour key={colour.id} sight={sight} colour={colour} />
        ))}
        <Plain sight={sight} />
        <KeepTurn sight={sight} />
      </Group>
      <Stock sight={sight} />
      <p class="rot-forecast">
        <Told sight={sight} />
      </p>
    </div>
  );
}

const PHASES = [
  ['placement', 'phasePlacement'],
  ['sailing', 'phaseSailing'],
  ['navigation', 'phaseNavigation'],
  ['unloading', 'phaseUnloading'],
  ['trading', 'phaseTrading'],
  ['missions', 'phaseMissions'],
] as const;

function Colour({ sight, colour }: { readonly sight: Sight; readonly colour: ChannelColour }) {
  const { commands, picks, pointed, view, moved } = sight;
  const { id } = colour;
  const meaning = meaningOf(commands, picks, COLOUR, id);
  const point = () => {
    pointed.value = id;
  };
  const leave = () => {
    if (pointed.value === id) pointed.value = null;
  };
  return (
    <span
      class="rot-colour-place"
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocusIn={point}
      onFocusOut={leave}
    >
      <Piece
        class="rot-colour"
        label={say('colour', { name: nameOf(sight, id), told: toldFor(sight, id) })}
        lit={isLit(sight, id)}
        moved={moved.has(id) || view.colour === id}
        picked={pickedColour(sight) === id}
        onPick={meaning && (() => pick(sight, meaning))}
      >
        <Swatch colour={colour} />
        <span class="rot-colour-name">{nameOf(sight, id)}</span>
      </Piece>
    </span>
  );
}

const PLAIN: readonly Command['type'][] = ['end-turn', 'stop-trading', 'resume-trading'];

/** Commands without choices. */
function Plain({ sight }: { readonly sight: Sight }) {
  const { commands, picks, props, kind } = sight;
  const types = PLAIN.filter((type) => some(commands, type));
  const isPass = kind === 'placement' || kind === 'mission';
  return (
    <>
      {types.map((type) => {
        const label =
          type === 'end-turn' && isPass
            ? say(kind === 'mission' ? 'noMission' : 'noShip')
            : nameOfCommand(props, type);
        return (
          <Answer
            key={type}
            label={label}
            picked={picks.type === type}
            onPick={() => pickOnly(sight, { type })}
          />
        );
      })}
    </>
  );
}

const KEEPING = ['place-ship', 'choose-colour', 'fulfil-mission'] as const;

/** Whether Navigation cards are to be played after the main action. ROT-2.5 */
function KeepTurn({ sight }: { readonly sight: Sight }) {
  const { picks, commands } = sight;
  const type = KEEPING.find((one) => one === picks.type);
  if (type === undefined || !some(commands, type, { keepTurn: true })) return null;
  return (
    <>
      {[false, true].map((keepTurn) => (
        <Answer
          key={String(keepTurn)}
          label={say(keepTurn ? 'keepTurn' : 'finishTurn')}
          {...choosing(sight, { type, fields: { keepTurn } })}
        />
      ))}
    </>
  );
}

export function nameOfCommand({ teller }: Sight['props'], type: string): string {
  return teller.book.commands[type] ?? type;
}

/** What the named colour moves, what a chosen card does, or why the main action is not possible. */
function Told({ sight }: { readonly sight: Sight }) {
  const card = toldCard(playedKind(sight.picks.type));
  const colour = namedColour(sight);
  if (card === null && colour !== null)
    return (
      <>
        <b>{nameOf(sight, colour)}</b> <Prospects sight={sight} colour={colour} />
      </>
    );
  return <>{card ?? toldObstacle(sight) ?? <Now sight={sight} />}</>;
}

function Now({ sight }: { readonly sight: Sight }) {
  const { phase, round, captain } = sight.view;
  const key = PHASES.find(([id]) => id === phase)?.[1];
  return (
    <>
      {say('round', { round })} · {say('captain')} <SeatMark seat={captain} size={12} />{' '}
      {playerAt(sight, captain)}
      {key !== undefined && ` · ${say(key)}`}
    </>
  );
}

/** Why a player who is asked for a ship or a mission can only pass. */
function toldObstacle({ kind, commands, ground, props }: Sight): string | null {
  const can = (type: Command['type']) => some(commands, type);
  if (commands.length === 0) return null;
  if (kind === 'mission' && !can('fulfil-mission')) return say('noProducts');
  if (kind !== 'placement' || can('place-ship')) return null;
  const hasShip = Object.values(ground.ships).some(
    ({ owner, position }) => owner === props.seat && position === null,
  );
  return say(hasShip ? 'noStart' : 'noShipLeft');
}

function Prospects({ sight, colour }: { readonly sight: Sight; readonly colour: string }) {
  const seats = seatsMoved(sight, colour);
  if (seats.length === 0) return <>{say('nobodySails')}</>;
  return (
    <>
      {seats.map((one) => (
        <span key={one.seat} class="rot-prospect">
          <SeatMark seat={one.seat} size={12} />
          <span class="rot-prospect-name"> {say('prospectOf', { player: playerAt(sight, one.seat) })}</span>{' '}
          {toldProspect(one)}
        </span>
      ))}
    </>
  );
}

/** Whose ships it moves, and who decides. */
function toldFor(sight: Sight, colour: string): string {
  const seats = seatsMoved(sight, colour);
  if (seats.length === 0) return say('nobodySails');
  return seats
    .map((one) => say('prospect', { player: playerAt(sight, one.seat), told: toldProspect(one) }))
    .join(' ');
}

function seatsMoved(sight: Sight, colour: string): SeatProspect[] {
  const { ground, props } = sight;
  const first = ground.turn ?? props.seat ?? 0;
  return bySeat(prospectsFor(sight, colour), first, ground.players.length);
}

function toldProspect({ moves, choices, blocked }: SeatProspect): string {
  return [
    ...(moves > 0 ? [say('sails', { count: moves })] : []),
    ...(choices > 0 ? [say('decides', { count: choices })] : []),
    ...(blocked > 0 ? [say('isBlocked', { count: blocked })] : []),
  ].join(', ');
}
