// The preview of the choice before it is sent, or its refusal.
import type { Weight } from '../boards/board.ts';
import type { Refused } from '../choice/choice.ts';
import { gainsOf } from '../playback/weighed.ts';
import { RuleLink } from '../rules/rule-link.tsx';
import type { Entered } from '../table/entry.ts';
import { say } from './texts.ts';

/** What would happen, in sentences. */
export function OutlookText({ place, id }: { readonly place: Entered; readonly id: string }) {
  const { live, teller } = place;
  const { value: outlook } = live.choice.outlook;
  if (outlook.state === 'none') return null;
  if (outlook.state === 'refused')
    return live.choice.isUnfinished.value ? null : (
      <RefusalText refusal={outlook.refusal} game={live.facts.value.game} />
    );
  if (outlook.state === 'asking')
    return (
      <p id={id} class="action-outlook faint">
        {say('looking')}
      </p>
    );
  const { events, stop } = outlook.preview;
  // Whose turn follows is told only where nothing else would happen.
  const weights: Readonly<Record<string, Weight>> = place.board?.weighing?.weights ?? {};
  const weighty = events.filter(({ type }) => weights[type] !== 'none');
  const gainsIn = gainsOf(place);
  const told = (weighty.length > 0 ? weighty : events).flatMap((event) => {
    const sentence = teller.sentence(event, live.table.names);
    const isMine = gainsIn([event]).some(({ seat }) => seat === live.seat.value);
    return sentence === undefined ? [] : [{ sentence, isMine }];
  });
  return (
    <div id={id} class="action-outlook">
      <p class={told.length === 0 && stop === null ? undefined : 'faint'}>
        {told.length === 0 && stop === null ? say('would-nothing') : say('would')}
      </p>
      <ul>
        {told.map(({ sentence, isMine }, n) => (
          <li key={n} data-mine={isMine || undefined}>
            {sentence}
          </li>
        ))}
        {stop === null ? null : <li>{say(stop === 'hidden' ? 'stop-hidden' : 'stop-chance')}</li>}
      </ul>
    </div>
  );
}

export function RefusalText({ refusal, game }: { readonly refusal: Refused; readonly game: string }) {
  return (
    <p class="action-refusal" role="alert">
      {say('refused')} {refusal.message}{' '}
      {refusal.rule === null ? null : <RuleLink game={game} rule={refusal.rule} />}
    </p>
  );
}
