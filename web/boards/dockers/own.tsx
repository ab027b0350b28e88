// The player's own area: the relations as a hand, the secret goods, the event tiles.
import { SeatMark } from '../../seats/seat-mark.tsx';
import type { BoardProps } from '../board.ts';
import { Hand } from '../parts/hand.tsx';
import { isPicked, offered, pick, pickOnly } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { breakable, isLit, nameOf, newsOf } from '../parts/sight.ts';
import { assignedIn, layFields } from './allocation.ts';
import type { Dockers, Effect, Player } from './pieces.ts';
import { type Sight, say, useSight } from './sight.ts';
import { Crate, EventSign, GoodsSign, Seal } from './symbols.tsx';
import { toldEvent, toldRelation } from './words.ts';

export function Own(props: BoardProps<Dockers>) {
  const sight = useSight(props);
  const { own, ground } = sight;
  const player = props.seat === null ? undefined : ground.players[props.seat];
  if (own === null || player === undefined) return null;
  return (
    <PieceFrame>
      <div class="doc-own">
        <div class="doc-own-parts">
          <Relations sight={sight} player={player} />
          <div class="doc-possessions">
            <Goods sight={sight} goods={own.goods} />
            {ground.options.events && <Events sight={sight} events={player.events} />}
          </div>
        </div>
      </div>
    </PieceFrame>
  );
}

function Relations({ sight, player }: { readonly sight: Sight; readonly player: Player }) {
  const { atlas, kind, ground, plan } = sight;
  const isFree = kind === 'before-relation' && ground.turn.relationPlayed === null;
  return (
    <Hand title={say('relations')} class="doc-hand">
      {[...atlas.relations.values()].map((relation) => {
        const { id, commission, effects } = relation;
        const isHeld = player.relationsInHand.includes(id);
        const told = toldRelation(sight, relation);
        const play = { type: 'play-relation', fields: { relation: id } } as const;
        return (
          <Piece
            key={id}
            class={`doc-card ${isHeld ? '' : 'doc-card-played'}`}
            isCard
            label={isHeld ? told : say('relationPlayed', { relation: told })}
            of={id}
            lit={isLit(sight, id)}
            moved={sight.moved.has(`${id}-${player.seat}`)}
            picked={plan?.relation.id === id || isPicked(sight, play)}
            onPick={isFree && isHeld ? () => pickOnly(sight, play) : undefined}
          >
            <span class="doc-card-name">{breakable(nameOf(sight, id))}</span>
            <span class="doc-effects" aria-hidden="true">
              {effects.map((effect, n) => (
                <EffectSign key={n} effect={effect} seat={player.seat} />
              ))}
            </span>
            <Seal commission={commission} />
          </Piece>
        );
      })}
    </Hand>
  );
}

interface OfEffect {
  readonly effect: Effect;
  /** Whose porters are placed. */
  readonly seat: number;
}

/** In brackets: if you wish. */
function EffectSign({ effect, seat }: OfEffect) {
  const sign = <Sign effect={effect} seat={seat} />;
  return <span class="doc-effect">{effect.optional ? <>({sign})</> : sign}</span>;
}

function Sign({ effect: { type, count = 1, spread = 'one' }, seat }: OfEffect) {
  const own = <SeatMark seat={seat} size={12} />;
  switch (type) {
    case 'place':
      return (
        <span class="doc-porters" data-spread={spread}>
          {Array.from({ length: count }, (_, n) => (
            <span key={n}>{own}</span>
          ))}
        </span>
      );
    case 'move':
      return <>{own}→</>;
    case 'swap':
      return <>{own}⇄</>;
    case 'recall':
      return <>↩</>;
    case 'trade-goods':
      return (
        <>
          <GoodsSign goods="" />⇄
        </>
      );
  }
}

function Goods({ sight, goods }: { readonly sight: Sight; readonly goods: readonly string[] }) {
  const { kind, atlas, commands, fitting } = sight;
  const quays = kind === 'allocating' ? sight.ground.turn.newQuays : [];
  const assigned = assignedIn(fitting, quays);
  const free = quays.find((_, n) => assigned[n] === undefined) ?? quays.at(-1);
  return (
    <Hand title={say('goodsInHand')} aside={say('secret')} class="doc-row">
      {goods.map((id, index) => {
        const prime = atlas.goods.get(id)?.prime ?? 0;
        const fields = free === undefined ? undefined : layFields(commands, quays, free, id);
        const before = goods.slice(0, index).filter((one) => one === id).length;
        const laid = assigned.filter((one) => one === id).length;
        const named = { goods: nameOf(sight, id), prime };
        return (
          <Piece
            key={`${id}-${before}`}
            class="doc-tile"
            label={
              fields === undefined ? say('goodsTile', named) : say('goodsLay', { ...named, quay: free ?? '' })
            }
            lit={isLit(sight, id)}
            picked={before < laid}
            onPick={fields && (() => pick(sight, { type: 'allocate-goods', fields }))}
          >
            <Crate goods={id} prime={prime} />
          </Piece>
        );
      })}
    </Hand>
  );
}

function Events({ sight, events }: { readonly sight: Sight; readonly events: readonly string[] }) {
  return (
    <Hand title={say('yourEvents')} class="doc-row doc-row-events" empty={say('nothingYet')}>
      {events.map((id) => {
        const kind = sight.atlas.kindOf.get(id) ?? id;
        const play = { type: 'play-event', fields: { event: id } } as const;
        return (
          <Piece
            key={id}
            class="doc-event doc-event-own"
            isCard
            label={toldEvent(sight, kind)}
            of={id}
            {...newsOf(sight, id)}
            picked={isPicked(sight, play)}
            onPick={offered(sight, play) && (() => pickOnly(sight, play))}
          >
            <EventSign kind={kind} />
            <span class="doc-event-name">{nameOf(sight, id)}</span>
          </Piece>
        );
      })}
    </Hand>
  );
}
