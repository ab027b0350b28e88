// Answers to what others ask, ransoms, bonus moves, and the tile to lay.
import { Answer } from '../parts/answer.tsx';
import { Group } from '../parts/group.tsx';
import { isPicked, ofType, pickOnly } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { nameOf, playerAt } from '../parts/sight.ts';
import { hintsOf } from './afloat.tsx';
import { pickedRotation, tileInHand } from './marks.tsx';
import { bonusOf, withoutBonus } from './moves.ts';
import { bonusChoice, fieldsOf } from './picking.ts';
import type { Command } from './pieces.ts';
import { TileFace } from './sea.tsx';
import { sharesOf } from './shares.ts';
import { type Sight, say } from './sight.ts';

interface Reply {
  readonly command: Command;
  readonly label: string;
}

export function Answers({ sight }: { readonly sight: Sight }) {
  const { choice } = sight.props;
  const { value: candidate } = choice?.candidate ?? { value: undefined };
  const answers = [...plainAnswers(sight), ...ransoms(sight, candidate), ...counters(sight)];
  const bonuses = bonusChoice(sight.commands, candidate);
  const asked = questionOf(sight);
  return (
    <section class="cab-part cab-answers">
      {asked !== undefined && <p>{asked}</p>}
      <Group label={say('answers')} class="cab-cards">
        <TileToLay sight={sight} />
        {answers.map(({ command, label }) => (
          <Answer
            key={label}
            label={label}
            picked={isChosen(sight, command)}
            onPick={() => (isChosen(sight, command) ? choice?.clear() : choice?.propose(command))}
          />
        ))}
        {candidate !== undefined &&
          bonuses.map((bonus) => (
            <Answer
              key={bonus}
              label={say('useBonus', { count: bonus })}
              picked={bonusOf(candidate) === bonus}
              onPick={() => payWith(sight, candidate, bonus)}
            />
          ))}
      </Group>
    </section>
  );
}

/** While it is being laid: what it is, and on demand what it does. */
function TileToLay({ sight }: { readonly sight: Sight }) {
  const { kind } = sight;
  if (kind !== 'lay-tile' && kind !== 'lay-port') return null;
  const tile = tileInHand(sight, kind === 'lay-port' ? 'place-port' : 'place-tile');
  if (tile === undefined) return null;
  const name = nameOf(sight, tile.id);
  return (
    <Piece class="cab-card cab-to-lay" label={[`${say('inHand')} ${name}`, ...hintsOf(tile.kind)].join('. ')}>
      <TileFace tile={tile} rotation={pickedRotation(sight) ?? 0} />
      <span class="cab-card-text">
        <span>{say('inHand')}</span>
        <b>{name}</b>
      </span>
    </Piece>
  );
}

function isChosen(sight: Sight, command: Command): boolean {
  const { value: candidate } = sight.props.choice?.candidate ?? { value: undefined };
  const isExact =
    candidate !== undefined && JSON.stringify(sorted(candidate)) === JSON.stringify(sorted(command));
  return isExact && isPicked(sight, { type: command.type, fields: fieldsOf(command) });
}

function sorted(command: Command) {
  return Object.entries(fieldsOf(command)).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The same move, paid for with this many bonus moves. */
function payWith(sight: Sight, candidate: Command, bonus: number): void {
  const plain = withoutBonus(candidate);
  const command = sight.commands.find((one) => withoutBonus(one) === plain && bonusOf(one) === bonus);
  if (command !== undefined) pickOnly(sight, { type: command.type, fields: fieldsOf(command) });
}

function plainAnswers(sight: Sight): Reply[] {
  const { values } = sight.props.teller.book;
  const reply = (field: string, fallback: string) => values[field] ?? fallback;
  return sight.commands.flatMap((command): Reply[] => {
    switch (command.type) {
      case 'answer-berth':
      case 'answer-counter':
        return [{ command, label: say(ANSWERS[command.type][command.accept ? 'yes' : 'no']) }];
      case 'answer-ransom':
        return command.reply === 'counter'
          ? []
          : [{ command, label: reply(`reply=${command.reply}`, command.reply) }];
      default:
        return [];
    }
  });
}

const ANSWERS = {
  'answer-berth': { yes: 'grant', no: 'deny' },
  'answer-counter': { yes: 'acceptOffer', no: 'fire' },
} as const;

/** Once a broadside is aimed at a ship: sums to demand instead. */
function ransoms(sight: Sight, candidate: Command | undefined): Reply[] {
  if (candidate?.type !== 'attack') return [];
  const { pirateId, flank } = candidate;
  const { ransom: _, ...plain } = candidate;
  const listed = ofType(sight.commands, 'attack').filter(
    (command) => command.pirateId === pirateId && command.flank === flank,
  );
  const most = Math.max(0, ...listed.map(({ ransom }) => ransom ?? 0));
  return sharesOf(most).map((ransom) => ({
    command: { ...plain, ransom },
    label: say('demand', { count: ransom }),
  }));
}

function counters(sight: Sight): Reply[] {
  const demand = sight.ground.ransom?.amount ?? 0;
  const [first] = ofType(sight.commands, 'answer-ransom').filter(({ reply }) => reply === 'counter');
  if (first === undefined) return [];
  return sharesOf(demand)
    .filter((amount) => amount < demand)
    .map((amount) => ({ command: { ...first, amount }, label: say('offer', { count: amount }) }));
}

function questionOf(sight: Sight): string | undefined {
  const { ground, kind } = sight;
  if (kind === 'berth-request' && ground.berth !== null)
    return say('askedBerth', {
      player: playerAt(sight, ground.turnSeat),
      ship: nameOf(sight, ground.berth.shipKind),
      port: nameOf(sight, ground.berth.portId),
      count: ground.berth.fee,
    });
  if ((kind === 'ransom-demand' || kind === 'ransom-counter') && ground.ransom !== null)
    return say(kind === 'ransom-demand' ? 'askedRansom' : 'askedCounter', {
      ship: nameOf(sight, ground.ransom.shipId),
      count: ground.ransom.amount,
    });
  if (kind === 'debt')
    return say('askedDebt', { count: ground.dues.reduce((sum, { amount }) => sum + amount, 0) });
  return undefined;
}
