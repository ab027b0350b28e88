// A relation being composed: its effects in the order of the card, those settled, and the next one.
import { Answer } from '../parts/answer.tsx';
import { pick } from '../parts/picking.ts';
import { nameOf } from '../parts/sight.ts';
import { Ledger } from './ledger.tsx';
import type { Plan } from './plan.ts';
import { reopen, type Sight, say } from './sight.ts';
import { Seal } from './symbols.tsx';
import { toldEffect, toldTarget } from './words.ts';

interface Props {
  readonly sight: Sight;
  readonly plan: Plan;
}

export function Steps({ sight, plan }: Props) {
  const { isForeseen, departures } = sight;
  const { relation, index, isOpen } = plan;
  const name = nameOf(sight, relation.id);
  return (
    <>
      <p class="doc-question">
        <Seal commission={relation.commission} /> <b>{name}</b>{' '}
        <span class="faint">{say('commissionEach', { count: relation.commission })}</span>
      </p>
      <ol class="doc-steps" aria-label={say('steps', { relation: name })}>
        {relation.effects.map((effect, n) => (
          <li key={n} data-now={isOpen && n === index ? '' : undefined}>
            <StepLine sight={sight} plan={plan} index={n} told={toldEffect(effect)} />
          </li>
        ))}
      </ol>
      {isForeseen && departures.length > 0 && <Ledger sight={sight} departures={departures} />}
    </>
  );
}

interface OfStep {
  readonly sight: Sight;
  readonly plan: Plan;
  readonly index: number;
  readonly told: string;
}

function StepLine({ sight, plan, index, told }: OfStep) {
  const isNow = index === plan.index;
  const isSettled = !plan.isOpen || index < plan.index;
  const done = doneOf(sight, plan, index, isSettled);
  const path = `effects.${index}`;
  const isDeclined = isSettled && plan.settled[index] === null;
  const isPicked = sight.props.choice?.picks.value.some((one) => one.path.startsWith(path)) === true;
  return (
    <>
      <span>
        {say('step', { effect: told })} <b>{done}</b>
      </span>{' '}
      {isNow && plan.mayDecline && (
        <Answer
          label={say('declineEffect', { effect: told })}
          picked={isDeclined}
          onPick={() => pick(sight, { type: 'play-relation', fields: { [path]: null } })}
        >
          {say('decline')}
        </Answer>
      )}
      {isPicked && !isDeclined && (
        <Answer
          class="doc-back"
          label={say('change', { effect: told, done })}
          onPick={() => reopen(sight, index)}
        >
          <span aria-hidden="true">✕</span>
        </Answer>
      )}
    </>
  );
}

function doneOf(sight: Sight, plan: Plan, index: number, isSettled: boolean): string {
  const { settled, begun, isOpen, options } = plan;
  const target = settled[index];
  if (isSettled && target !== null && target !== undefined) return toldTarget(sight, target);
  if (isSettled) return say(index === plan.index && options.length > 0 ? 'without' : 'impossible');
  if (!isOpen || index > plan.index) return say('later');
  return begun === undefined ? say('next') : `${toldTarget(sight, begun)}, …`;
}
