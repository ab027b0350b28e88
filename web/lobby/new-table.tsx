// A new table and its settings, each explained in a sentence.
import './lobby.css';
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type GameFacts, Refusal, type SentenceBook } from '../../client/index.ts';
import { sentenceOf } from '../lib/failure.ts';
import { language } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { isKnown, overHttp } from '../lib/player.ts';
import { server } from '../lib/server.ts';
import { usePoll } from '../lib/use-poll.ts';
import { Choice, Flag } from '../settings/fields.tsx';
import { Shell } from '../shell/shell.tsx';
import { type Draft, firstDraft, hasHints, revised, STRENGTHS, startsAtOnce, wishOf } from './draft.ts';
import { GameOptions } from './game-options.tsx';
import { NameDialog } from './name-dialog.tsx';
import { openTable } from './open-table.ts';
import { fieldsOf, settingIn } from './options.ts';
import { GamePicture } from './pictures/index.tsx';
import { say } from './say.ts';
import { StartField } from './start-time.tsx';
import { seatChoices } from './wishes.ts';
import { titleOf } from './words.ts';

const CLOCKS = ['none', 'fast', 'normal', 'slow', 'days'] as const;
const ABSENCES = ['bot', 'clock'] as const;
const VACANCIES = ['bot', 'clock', 'person'] as const;
const UNDO_TERMS = ['free', 'consent', 'off'] as const;
const VISIBILITIES = ['public', 'private'] as const;

export function NewTable({ game }: { readonly game: string }) {
  const { value: facts } = usePoll(server).value;
  const found = facts?.games.find(({ id }) => id === game);
  const title = say('new-title', { game: titleOf(game) });
  return (
    <Shell title={title}>
      <div class="lobby-form">
        <header class="lobby-form-head">
          <GamePicture game={game} />
          <div>
            <h1>{title}</h1>
            <p class="faint">{say('new-lead')}</p>
          </div>
        </header>
        {found !== undefined ? <Form game={found} /> : null}
        {found === undefined && facts !== null ? (
          <p>
            {say('no-game')} <Link to={{ name: 'home' }}>{say('to-games')}</Link>
          </p>
        ) : null}
        {facts === null ? (
          <p class="faint">{say(server.failure.value === null ? 'loading' : 'away')}</p>
        ) : null}
      </div>
    </Shell>
  );
}

interface Fault {
  readonly sentence: string;
  /** The setting it is about; `undefined`: the table as a whole. */
  readonly setting: string | undefined;
}

function Form({ game }: { readonly game: GameFacts }) {
  const draft = useSignal(firstDraft(game));
  const book = useBook(game.id);
  const fault = useSignal<Fault | null>(null);
  const isBusy = useSignal(false);
  const isNaming = useSignal(false);
  const fields = fieldsOf(game.options);
  const change = (part: Partial<Draft>) => {
    draft.value = revised(draft.value, part);
    fault.value = null;
  };
  const open = async () => {
    isNaming.value = !isKnown();
    if (isNaming.value || isBusy.value) return;
    isBusy.value = true;
    fault.value = null;
    try {
      await openTable(game.id, wishOf(draft.value, fields), startsAtOnce(draft.value));
    } catch (failure) {
      const detail = failure instanceof Refusal ? failure.detail : undefined;
      fault.value = { sentence: sentenceOf(failure), setting: settingIn(detail) };
      isBusy.value = false;
    }
  };
  const faultOf = (setting: string) => (fault.value?.setting === setting ? fault.value.sentence : '');
  const { seats, bots, visibility } = draft.value;
  const shown = new Set([
    'seats',
    'bots',
    'strengths',
    'visibility',
    'clock',
    'startsAt',
    'absence',
    'vacancy',
    'spectators',
    'hints',
    'undo',
    'edition',
  ]);
  const isShown = (setting: string) => shown.has(setting) || fields.some(({ name }) => name === setting);
  return (
    <form
      class="lobby-settings"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <section class="card lobby-settings-part">
        <Choice
          title={say('set.seats')}
          about={say('set.seats-about')}
          values={seatChoices(game).map((value) => ({ value, label: String(value) }))}
          chosen={seats}
          onChoose={(value) => change({ seats: value })}
          fault={faultOf('seats')}
        />
        <Choice
          title={say('set.bots')}
          about={say('set.bots-about')}
          values={Array.from({ length: seats }, (_, value) => ({
            value,
            label: value === 0 ? say('set.bots-none') : String(value),
          }))}
          chosen={bots}
          onChoose={(value) => change({ bots: value })}
          fault={faultOf('bots')}
        />
        {bots === 0 ? null : (
          <Choice
            title={say('set.strength')}
            values={STRENGTHS.map((value) => ({
              value,
              label: say(`set.strength.${value}`),
              about: say(`set.strength.${value}-about`),
            }))}
            chosen={draft.value.strength}
            onChoose={(value) => change({ strength: value })}
            fault={faultOf('strengths')}
          />
        )}
        <Choice
          title={say('set.visibility')}
          values={VISIBILITIES.map((value) => ({
            value,
            label: say(`set.visibility.${value}`),
            about: say(`set.visibility.${value}-about`),
          }))}
          chosen={visibility}
          onChoose={(value) => change({ visibility: value })}
          fault={faultOf('visibility')}
        />
        <Choice
          title={say('set.clock')}
          values={CLOCKS.map((value) => ({
            value,
            label: say(`set.clock.${value}`),
            about: say(`set.clock.${value}-about`),
          }))}
          chosen={draft.value.clock}
          onChoose={(value) => change({ clock: value })}
          fault={faultOf('clock')}
        />
        <StartField
          title={say('set.start')}
          value={draft.value.startsAt}
          onChange={(startsAt) => change({ startsAt })}
          fault={faultOf('startsAt')}
        />
      </section>
      <Folded title={say('set.game')} isOpen={fields.some(({ name }) => faultOf(name) !== '')}>
        <GameOptions
          game={game}
          fields={fields}
          book={book.value}
          draft={draft.value}
          faultOf={faultOf}
          onChange={change}
        />
      </Folded>
      <Folded
        title={say('set.advanced')}
        isOpen={['vacancy', 'absence', 'undo'].some((one) => faultOf(one) !== '')}
      >
        <Manners draft={draft.value} faultOf={faultOf} onChange={change} />
      </Folded>
      <p class="lobby-fault" role="alert">
        {fault.value === null || isShown(fault.value.setting ?? '') ? '' : fault.value.sentence}
      </p>
      <div class="lobby-buttons">
        <button type="submit" class="button" data-main aria-disabled={isBusy.value}>
          {say(isBusy.value ? 'opening' : startsAtOnce(draft.value) ? 'open-start' : 'open-table')}
        </button>
      </div>
      {isNaming.value ? (
        <NameDialog
          onKnown={() => {
            isNaming.value = false;
            void open();
          }}
          onClose={() => (isNaming.value = false)}
        />
      ) : null}
    </form>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly faultOf: (setting: string) => string;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Who plays for those who are away, who may watch, and whether captains give advice. */
function Manners({ draft, faultOf, onChange }: PartProps) {
  return (
    <>
      <Choice
        title={say('set.absence')}
        values={ABSENCES.map((value) => ({
          value,
          label: say(`set.absence.${value}`),
          about: say(`set.absence.${value}-about`),
        }))}
        chosen={draft.absence}
        onChoose={(absence) => onChange({ absence })}
        fault={faultOf('absence')}
      />
      <Choice
        title={say('set.vacancy')}
        values={VACANCIES.map((value) => ({
          value,
          label: say(`set.vacancy.${value}`),
          about: say(`set.vacancy.${value}-about`),
          isOff: value === 'clock' && draft.clock === 'none',
        }))}
        chosen={draft.vacancy}
        onChoose={(vacancy) => onChange({ vacancy })}
        fault={faultOf('vacancy')}
      />
      <Flag
        title={say('set.spectators')}
        about={say('set.spectators-about')}
        isOn={draft.spectators}
        onChange={(spectators) => onChange({ spectators })}
        fault={faultOf('spectators')}
      />
      <Flag
        title={say('set.hints')}
        about={say('set.hints-about')}
        isOn={hasHints(draft)}
        onChange={(hints) => onChange({ hints })}
        fault={faultOf('hints')}
      />
      <Choice
        title={say('set.undo')}
        values={UNDO_TERMS.map((value) => ({
          value,
          label: say(`set.undo.${value}`),
          about: say(`set.undo.${value}-about`),
        }))}
        chosen={draft.undo}
        onChoose={(undo) => onChange({ undo })}
        fault={faultOf('undo')}
      />
    </>
  );
}

interface FoldedProps {
  readonly title: string;
  /** A refusal inside must be seen. */
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

function Folded({ title, isOpen, children }: FoldedProps) {
  return (
    <details class="card lobby-fold lobby-folded" open={isOpen || undefined}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="lobby-settings-part">{children}</div>
    </details>
  );
}

/** The names of the options, in the language of the page; null until they are there. */
function useBook(game: string): Signal<SentenceBook | null> {
  const book = useSignal<SentenceBook | null>(null);
  const spoken = language.value;
  useEffect(() => {
    let isWanted = true;
    const ask = async () => {
      // Without them the options have their ids: the table can be opened all the same.
      const texts = await overHttp(3).sentences(game as never, spoken);
      if (isWanted) book.value = texts.book;
    };
    void ask().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [game, spoken]);
  return book;
}
