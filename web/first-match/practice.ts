// A first match at a table of its own, with the rules in this page.
import { batch, computed, signal } from '@preact/signals';
import { Table } from '../../client/table.ts';
import { Course, type FirstMatch } from '../../shared/kernel/course.ts';
import type { SeatFacts, TableFacts } from '../../shared/protocol/table.ts';
import type { Furniture, SomeGame } from '../boards/furnish.ts';
import { language } from '../lib/language.ts';
import { playerName } from '../lib/player.ts';
import type { Coach } from './coach.ts';
import { PracticeLink } from './practice-link.ts';
import { finished, reached } from './progress.ts';
import { say } from './texts.ts';

export interface Practice {
  readonly table: Table<SomeGame>;
  readonly coach: Coach;
}

/** After as many steps. */
export function practice(first: FirstMatch, furniture: Furniture, step: number): Practice {
  const course = new Course(first);
  const led = leading(course, first, Object.keys(furniture.board.guide[language.value].decisions));
  const link = new PracticeLink<SomeGame>({
    course,
    place: () => placeOf(course, first),
    sentenceOf: (code) => sentenceOf(furniture, code),
    onPlayed: (table) => led.goOn(table),
  });
  // What was done before is not shown again.
  for (const moved of course.begin()) link.note(moved, false);
  while (course.at < step && !course.isDone) for (const moved of course.goOn()) link.note(moved, false);
  led.look();
  const table = new Table<SomeGame>(globalThis, link, placeOf(course, first));
  return { table, coach: { ...led.coach, goOn: () => led.goOn(link) } };
}

/** `explained`: the kinds of decisions that need no explanation afterwards. */
function leading(course: Course, { family: { id: game }, texts }: FirstMatch, explained: readonly string[]) {
  const at = signal(course.at);
  const isQuick = signal(false);
  const current = computed(() => {
    void at.value;
    return course.sentence;
  });
  const coach = {
    game,
    sentence: computed(() => texts[language.value][current.value?.say ?? 'end'] ?? ''),
    shows: computed(() => current.value?.show ?? []),
    manner: computed(() => {
      const { value: step } = current;
      return step === undefined ? 'over' : 'play' in step ? 'asked' : 'told';
    }),
    isQuick,
    step: at,
    share: computed(() => at.value / course.script.steps.length),
  } satisfies Omit<Coach, 'goOn'>;
  const look = () => {
    at.value = course.at;
  };
  const goOn = (table: PracticeLink<SomeGame>) =>
    batch(() => {
      isQuick.value = false;
      for (const moved of course.goOn()) {
        // Dozens of positions that nobody looks at would keep the page busy.
        table.note(moved, !moved.isQuick);
        isQuick.value ||= moved.isQuick;
      }
      look();
      if (course.isDone) finished(game, explained);
      else reached(game, course.at);
      if (isQuick.value) table.renew();
      else table.turn();
    });
  return { coach, goOn, look };
}

function sentenceOf({ teller }: Furniture, code: string): string {
  return code === 'not-now' ? say('not-now') : (teller.book.codes[code] ?? say('not-here'));
}

function placeOf({ game, match, script }: Course, { texts }: FirstMatch) {
  const result = match.result();
  const table: TableFacts = {
    matchId: `first-match-${game.id}`,
    game: game.id,
    edition: game.edition,
    editionHash: '',
    rulesVersion: game.rulesVersion,
    status: match.over ? 'finished' : 'playing',
    dealing: false,
    hostSeat: null,
    options: script.options,
    startsAt: null,
    clock: 'none',
    visibility: 'private',
    spectatorsAllowed: false,
    spectators: 0,
    spectatorsMuted: false,
    absence: 'clock',
    vacancy: 'bot',
    hints: false,
    undo: 'off',
    undoQuestion: null,
    successions: [],
    newcomers: [],
    patience: { left: null, idle: null },
    commitment: '',
    seed: null,
    result:
      result === undefined ? null : { ...result, ranking: [...result.ranking], winners: [...result.winners] },
    abandoned: null,
    rematch: null,
    seats: Array.from({ length: match.seats }, (_, seat) => {
      const isOwn = seat === script.seat;
      const name = texts[language.value][`seat-${seat}`] ?? null;
      return seatOf(seat, isOwn ? playerName.value || say('name') : name, isOwn);
    }),
  };
  return { seat: script.seat, invitation: null, table };
}

function seatOf(seat: number, name: string | null, isOwn: boolean): SeatFacts {
  return {
    seat,
    occupant: isOwn ? 'player' : 'bot',
    name,
    connected: true,
    ready: true,
    botPlays: false,
    strength: isOwn ? null : 'mate',
    muted: false,
    rematch: false,
    commitment: null,
    part: null,
    abandon: false,
  };
}
