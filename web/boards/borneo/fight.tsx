// A fight, or one that is being prepared: two rows of cards that face each other, with the flags that count.
import type { ComponentChildren } from 'preact';
import { Answer } from '../parts/answer.tsx';
import { known } from '../parts/atlas.ts';
import { Card } from '../parts/card.tsx';
import { Group } from '../parts/group.tsx';
import { choosing, isPicked, offered, pickOnly, some } from '../parts/picking.ts';
import { nameOf, playerAt } from '../parts/sight.ts';
import { ShipmentFace } from './cards.tsx';
import { bonusBetween, type Strength, strengthOf } from './flags.ts';
import type { Company, Shipment } from './pieces.ts';
import { type Sight, say } from './sight.ts';
import { Figure, Flag } from './symbols.tsx';
import { FIGHT } from './trace.ts';

interface Sides {
  readonly company: Company;
  readonly bonus: number;
  readonly attacker: string;
  readonly defender: string;
  readonly attackCards: readonly string[];
  readonly defenceCards: readonly string[];
}

/** The current fight with the cards picked for it, or the attack being picked. */
export function sidesOf({ view, picks, kind, props: { choice } }: Sight): Sides | undefined {
  const items = kind === null ? undefined : choice?.selection.value.items.get('cards');
  const picked = (items ?? []).filter((item) => typeof item === 'string');
  if (view.fight !== null)
    return view.fight.defenceCards.length === 0 && kind === 'defence'
      ? { ...view.fight, defenceCards: picked }
      : view.fight;
  const attacker = picks.values.get('attacker');
  const defender = picks.values.get('defender');
  if (typeof attacker !== 'string' || typeof defender !== 'string') return undefined;
  const between = bonusBetween(view.companies, attacker, defender);
  return between && { ...between, attacker, defender, attackCards: picked, defenceCards: [] };
}

export function FightPanel({ sight, sides }: { readonly sight: Sight; readonly sides: Sides }) {
  const { commands } = sight;
  const { company, attacker, defender, bonus } = sides;
  const { attack, defence, strength, told } = weighed(sight, sides);
  const mayDecline = some(commands, 'choose-reward', { card: null });
  const maySwap = some(commands, 'choose-retreat', { to: 'swap' });
  return (
    <Group label={say('fight', { company: nameOf(sight, company) })} class="bor-fight" at={FIGHT}>
      <Side sight={sight} name={say('attack')} merchant={attacker} cards={attack} company={company}>
        <b class="bor-strength">{strength.attack}</b>
      </Side>
      <span class="bor-versus">
        <Flag company={company} />
        <span>{told}</span>
        {maySwap && <Answer label={say('swap')} {...choosing(sight, { fields: { to: 'swap' } })} />}
        {mayDecline && <Answer label={say('noReward')} {...choosing(sight, { fields: { card: null } })} />}
        {sight.kind === 'defence' && sides.defenceCards.length === 0 && <NoDefence sight={sight} />}
      </span>
      <Side sight={sight} name={say('defence')} merchant={defender} cards={defence} company={company}>
        <b class="bor-strength" title={say('bonus', { count: bonus })}>
          {say('defenceSum', { flags: strength.defence, bonus })}
        </b>
      </Side>
    </Group>
  );
}

function NoDefence({ sight }: { readonly sight: Sight }) {
  return (
    <Answer
      label={say('noDefence')}
      picked={isPicked(sight, { type: 'defend' })}
      onPick={() => pickOnly(sight, { type: 'defend' })}
    />
  );
}

/** The state of the fight, in a sentence. */
function verdictOf(sight: Sight, sides: Sides, strength: Strength): string {
  const { kind, view } = sight;
  const { bonus } = sides;
  const { attack, defence, attackerWins } = strength;
  if (view.fight !== null && view.phase !== 'defence')
    return say(attackerWins ? 'attackSucceeded' : 'attackFailed');
  if (kind === 'defence') {
    if (!attackerWins) return say('attackFails');
    const need = attack - bonus - defence + 1;
    return canHold(sight, sides) ? say('needsToHold', { count: need }) : say('cannotHold');
  }
  if (kind === 'company' && attack === 0) return say('pickCards');
  return attack < bonus ? say('attackFails') : say('beatsUpTo', { count: attack - bonus });
}

/** Whether any defence repels the attack. */
function canHold({ atlas: { shipments }, commands }: Sight, sides: Sides): boolean {
  const attack = known(shipments, sides.attackCards);
  return commands.some(
    (command) =>
      command.type === 'defend' && !strengthOf(sides, attack, known(shipments, command.cards)).attackerWins,
  );
}

/** The same beside the hand, where cards are picked for it. */
export function standingOf(sight: Sight, sides: Sides): string {
  const { strength, told } = weighed(sight, sides);
  const { attack, defence, bonus } = strength;
  return `${attack} : ${say('defenceSum', { flags: defence, bonus })}. ${told}`;
}

function weighed(sight: Sight, sides: Sides) {
  const { shipments } = sight.atlas;
  const attack = known(shipments, sides.attackCards);
  const defence = known(shipments, sides.defenceCards);
  const strength = strengthOf(sides, attack, defence);
  return { attack, defence, strength, told: verdictOf(sight, sides, strength) };
}

interface OfSide {
  readonly sight: Sight;
  readonly name: string;
  readonly merchant: string;
  readonly cards: readonly Shipment[];
  readonly company: Company;
  readonly children: ComponentChildren;
}

function Side({ sight, name, merchant, cards, company, children }: OfSide) {
  const seat = sight.atlas.merchants.get(merchant)?.seat ?? 0;
  return (
    <div class="bor-side">
      <span class="bor-fighter">
        <Figure seat={seat} />
        <span>
          <b>{name}</b>
          <br />
          {playerAt(sight, seat)}
        </span>
        {children}
      </span>
      <span class="bor-fight-cards">
        {cards.map((shipment) => (
          <Card
            key={shipment.id}
            sight={sight}
            id={shipment.id}
            class="bor-card bor-fighting"
            isCard
            meaning={sight.kind === 'reward' ? offered(sight, { fields: { card: shipment.id } }) : undefined}
          >
            <ShipmentFace shipment={shipment} counting={company} />
          </Card>
        ))}
      </span>
    </div>
  );
}
