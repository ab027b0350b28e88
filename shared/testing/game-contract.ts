// The contract suite: what every registered game must guarantee, whatever its rules.

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { builtInOf } from '../kernel/built-in.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import { KERNEL_CODES } from '../kernel/codes.ts';
import {
  type Game,
  type GameFamily,
  LANGUAGES,
  type News,
  type Ranked,
  type Result,
  type Shape,
} from '../kernel/game.ts';
import type { Entry } from '../kernel/journal.ts';
import { Match } from '../kernel/match.ts';
import { replay } from '../kernel/replay.ts';
import { below, createRng, pick, type Rng } from '../kernel/rng.ts';
import { type Seat, seatsFrom } from '../kernel/seat.ts';
import type { Frozen } from '../kernel/secrecy.ts';
import { parseTextKey, placeholdersOf } from '../protocol/sentences.ts';
import { botFindings } from './bots.ts';
import { foresightFindings } from './foresight.ts';
import { type GoldenFile, goldenFile } from './golden.ts';
import { differences } from './golden-file.ts';
import {
  fallbackCommand,
  greedyCommand,
  optionsOf,
  playOut,
  playSteps,
  randomCommand,
  seedOf,
} from './play.ts';
import { reachFindings, savers } from './reach.ts';
import { newTally, type Secrets, secrecyFindings } from './secrecy-contract.ts';
import { fits, freezeAll, sharedPaths } from './sharing.ts';
import { Attempts, exposureFindings, undoFindings } from './undo.ts';
import { agreedFindings } from './undo-agreed.ts';
import { wishFindings } from './wishes.ts';

interface ContractCase<G extends Shape> extends Secrets<G> {
  readonly family: GameFamily<G>;
  /** Raw options worth testing, for each number of seats. The first is the default game. */
  readonly options: (seats: number) => readonly object[];
  /** Well-formed options that are not allowed for this number of seats, if any. */
  readonly impossible?: (seats: number) => readonly object[];
  /** The game's `golden.json`, written by `npm run golden`. */
  readonly golden: GoldenFile;
  /** Gives equivalent commands in this state the same form, for example where their lists are sets. */
  readonly normalise?: (command: G['Command'], state: Frozen<G['State']>) => G['Command'];
  /** The parts that the schema calls `fixed`, as paths; copies of a state share these and its decisions. */
  readonly fixed?: readonly string[];
  /** Commands that are too many for one request come up in its games. */
  readonly huge?: true;
  /** Random games for each property and number of seats. */
  readonly games?: number;
  /** The maximum number of commands of a random game. */
  readonly limit?: number;
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Legal sets can be huge; this many commands of each are tried. */
const TRIED = 60;
/** Commands of a game in which seats save: enough for many to have come together. */
const SAVING = 400;
/** The maximum number of games played in search of two seats with equal totals. */
const TIE_SOUGHT = 1_000;

/** Commands of a game in which some are taken back. */
const UNDONE = 90;
/** Each step costs several; the campaign goes on to the end. */
const UNDONE_TOGETHER = 16;

/** `npm run test:long` plays many times as many games, with other seeds. */
const SCALE = Number(process.env['CONTRACT_SCALE'] ?? 1);
const FIRST_SEED = Number(process.env['CONTRACT_SEED'] ?? 20_261_118);

export function describeGameContract<G extends Shape>(subject: ContractCase<G>): void {
  const { family } = subject;
  const game = builtInOf(family);
  const games = subject.games ?? 4;
  const limit = subject.limit ?? 20_000;
  const seatCounts = seatsFrom(0, game.seats.max + 1).filter((n) => n >= game.seats.min);

  const begin = (seats: number, seed: string, variant = 0) => {
    const choices = subject.options(seats);
    const options = optionsOf(game, seats, choices[variant % choices.length]);
    return { options, ...game.setup(options, seats, seed) };
  };

  /** Runs `check` for random games of every table size and every variant of the options. */
  const forGames = (check: (seats: number, n: number, variant: number) => void, runs = games) => {
    for (const seats of seatCounts) {
      const variants = subject.options(seats).length;
      const arbitrary = fc.tuple(fc.nat(0xffff_ffff), fc.nat(variants - 1));
      fc.assert(
        fc.property(arbitrary, ([n, variant]) => check(seats, n, variant)),
        { numRuns: Math.max(runs, variants) * SCALE, seed: FIRST_SEED + seats, endOnFailure: true },
      );
    }
  };

  /** Every state is after, so that changing one that was accepted throws. */
  function* randomSteps(seats: number, n: number, variant: number) {
    const { state } = begin(seats, seedOf(n), variant);
    freezeAll(state);
    for (const step of playSteps(game, state, seedOf(n + 1), () => randomCommand, limit)) {
      freezeAll(step.after);
      yield step;
    }
  }

  /** Some seats save what they have: the positions with the most legal commands. */
  function* savingSteps(seats: number, n: number, variant: number) {
    const { state } = begin(seats, seedOf(n), variant);
    let played = 0;
    for (const step of playSteps(game, state, seedOf(n + 1), savers(n), limit)) {
      yield step;
      if (++played >= SAVING) return;
    }
  }

  describe(`contract: ${family.id}`, () => {
    test('names are kebab-case, codes do not repeat the kernel, lists match the schemas', () => {
      const names = [...game.commands, ...game.events, ...game.codes, ...Object.keys(game.kinds)];
      for (const name of names) expect(name).toMatch(NAME);
      for (const code of game.codes) expect(KERNEL_CODES).not.toContain(code);
      expect(Object.keys(game.schemas.commands).sort()).toEqual([...game.commands].sort());
      expect(Object.keys(game.schemas.events).sort()).toEqual([...game.events].sort());
      expect(new Set(game.codes).size).toBe(game.codes.length);
      expect(game.commands).toEqual(expect.arrayContaining([...game.partings]));
    });

    test('no text is made from the names of the program: all are written, in every language', () => {
      expect(family.unwritten).toEqual([]);
    });

    test('every event, code, command, decision and option has its sentence in every language', () => {
      for (const language of LANGUAGES) {
        const said = family.sentences[language];
        const keys = (part: object) => Object.keys(part).map((key) => parseTextKey(key).name);
        expect(keys(said.events)).toEqual(expect.arrayContaining([...game.events]));
        expect(keys(said.codes)).toEqual(expect.arrayContaining([...game.codes]));
        expect(keys(said.commands)).toEqual(expect.arrayContaining([...game.commands]));
        expect(keys(said.decisions)).toEqual(expect.arrayContaining(Object.keys(game.kinds)));
        expect(keys(said.options)).toEqual(expect.arrayContaining(Object.keys(game.schemas.options.shape)));
        expect(Object.keys(said.components).sort()).toEqual(
          Object.keys(family.sentences.fr.components).sort(),
        );
        const kinds = ['seat', 'component', 'index', 'number', ...keys(said.phrases)];
        for (const [key, sentence] of Object.entries(said.events)) {
          const { name, conditions } = parseTextKey(key);
          const fields = Object.keys(game.schemas.events[name]?.shape ?? {});
          const placeholders = placeholdersOf(sentence);
          for (const { path } of [...conditions, ...placeholders])
            expect(fields).toContain(path.split('.')[0]);
          for (const { kind } of placeholders) expect(kinds).toContain(kind);
        }
      }
    });

    test('the built-in edition is accepted, damaged ones are refused with reasons', () => {
      for (const damaged of [null, 1, 'x', [], {}, { ...(family.builtIn as object), constants: null }]) {
        const parsed = family.parseEdition(damaged);
        expect(parsed.ok).toBe(false);
        if (!parsed.ok) expect(parsed.reasons.length).toBeGreaterThan(0);
      }
    });

    test('options: unknown keys and other types are bad-payload', () => {
      const names = Object.keys(game.schemas.options.shape);
      const misfits = names.flatMap((name) => [{ [name]: {} }, { [name]: -1.5 }]);
      for (const raw of [null, 7, 'x', [], { surprise: 1 }, ...misfits]) {
        expect(game.parseOptions(raw, game.seats.min)).toMatchObject({ ok: false, code: 'bad-payload' });
      }
    });

    test('options: not allowed for a number of seats is option-not-allowed', () => {
      for (const seats of seatCounts) {
        for (const raw of subject.impossible?.(seats) ?? [])
          expect(game.parseOptions(raw, seats)).toMatchObject({ ok: false, code: 'option-not-allowed' });
      }
    });

    test('commands: unknown types, prototype keys and surplus fields are refused', () => {
      for (const type of ['', 'nonsense', '__proto__', 'constructor', 'toString']) {
        expect(game.parseCommand(type, {})).toMatchObject({ ok: false, code: 'unknown-command' });
      }
      for (const type of game.commands) {
        for (const payload of [1, 'x', [], { surprise: true }, Number.NaN]) {
          expect(game.parseCommand(type, payload)).toMatchObject({ ok: false, code: 'bad-payload' });
        }
      }
    });

    test('golden games: no change of the rules without a new rulesVersion and `npm run golden`', () => {
      const played = goldenFile(family, game);
      expect(differences(subject.golden, played)).toEqual([]);
      expect(game.commands.filter((type) => played.missed.split(' ').includes(type))).toEqual([]);
    });

    test('same options and seed, same state; another seed, another state', () => {
      forGames((seats, n, variant) => {
        const one = canonicalJson(begin(seats, seedOf(n), variant).state);
        expect(canonicalJson(begin(seats, seedOf(n), variant).state)).toBe(one);
        expect(canonicalJson(begin(seats, seedOf(n + 1), variant).state)).not.toBe(one);
      });
    });

    test('random games end, with a result whose terms add up, and keep every invariant', () => {
      forGames((seats, n, variant) => {
        let last = begin(seats, seedOf(n), variant).state;
        expect(game.violations(last)).toEqual([]);
        for (const { after } of randomSteps(seats, n, variant)) {
          const broken = game.violations(after);
          if (broken.length > 0) throw new Error(`version ${after.version}: ${broken.join('; ')}`);
          last = after;
        }
        expectResult(game, last, seats);
        expectSaid(family, game.result(last));
      });
    });

    test('every step: each seat has points as if the game ended there; at the end the totals of the result', () => {
      forGames((seats, n, variant) => {
        let last = begin(seats, seedOf(n), variant).state;
        const standings = [game.standing(last)];
        for (const { after } of randomSteps(seats, n, variant)) {
          last = after;
          standings.push(game.standing(after));
        }
        // A game counts at every version, or not at all.
        const counted = standings.filter((standing) => standing !== undefined);
        expect([0, standings.length]).toContain(counted.length);
        for (const standing of counted) {
          expect(standing).toHaveLength(seats);
          expect(standing.every(Number.isFinite)).toBe(true);
        }
        const ranking = game.result(last)?.ranking ?? [];
        const totals = ranking.toSorted((a, b) => a.seat - b.seat).map(({ total }) => total);
        if (counted.length > 0) expect(counted.at(-1)).toEqual(totals);
      }, 2);
    });

    test('stalled games (every decision times out) end', () => {
      forGames((seats, n, variant) => {
        const { state } = begin(seats, seedOf(n), variant);
        const end = playOut(game, state, seedOf(n), () => fallbackCommand, limit);
        expectResult(game, end, seats);
      }, 2);
    });

    test('seats that end with the same total are ranked soundly', () => {
      for (const seats of seatCounts) {
        const isTied = (n: number) => {
          const policy = n % 2 === 0 ? fallbackCommand : randomCommand;
          const end = playOut(game, begin(seats, seedOf(n), n).state, seedOf(n), () => policy, limit);
          expectResult(game, end, seats);
          const totals = game.result(end)?.ranking.map(({ total }) => total);
          return new Set(totals).size < seats;
        };
        expect(Array.from({ length: TIE_SOUGHT }, (_, n) => n).some(isTied)).toBe(true);
      }
    });

    test('greedy games end', () => {
      forGames((seats, n, variant) => {
        const { state } = begin(seats, seedOf(n), variant);
        expectResult(
          game,
          playOut(game, state, seedOf(n), () => greedyCommand, limit),
          seats,
        );
      }, 1);
    });

    test('bots of every strength play legal commands, the same in worlds that their seat cannot tell apart', () => {
      for (const seats of seatCounts) {
        const findings = [...botFindings(game, begin(seats, seedOf(seats)).state, seats)];
        expect(findings).toEqual([]);
      }
    });

    test('every step: JSON round trip, clone and views change nothing; views fit their schemas', () => {
      const sharable = ['open.*', 'rng.draws', ...(subject.fixed ?? [])];
      const found = new Set<string>();
      forGames((seats, n, variant) => {
        for (const { after } of randomSteps(seats, n, variant)) {
          const text = canonicalJson(after);
          expectSame(canonicalJson(JSON.parse(JSON.stringify(after))), text);
          const copy = game.clone(after);
          expectSame(canonicalJson(copy), text);
          for (const path of sharedPaths(after, copy)) {
            const pattern = sharable.find((candidate) => fits(path, candidate));
            if (pattern === undefined) throw new Error(`a copy shares ${path}`);
            found.add(pattern);
          }
          const all = game.publicView(after);
          expectSame(all.version, after.version);
          expectFits(game.schemas.publicView, all);
          for (const seat of seatsFrom(0, seats))
            expectFits(game.schemas.seatView, game.seatView(after, seat));
        }
      }, 2);
      expect([...found].sort()).toEqual(sharable.sort());
    });

    test('every step: a state revived from JSON continues in the same way, to the same state', () => {
      forGames((seats, n, variant) => {
        for (const { before, seat, command, after, news } of randomSteps(seats, n, variant)) {
          const text = canonicalJson(before);
          const revived = JSON.parse(JSON.stringify(before));
          const again = game.apply(revived, seat, command);
          if (!again.ok) throw new Error(`revived state refuses: ${again.code}`);
          const reached = canonicalJson(after);
          expectSame(canonicalJson(again.state), reached);
          expectSame(canonicalJson(again.news), canonicalJson(news));
          expectSame(canonicalJson(before), text);
          // News share nothing with the state or the command.
          const sent = canonicalJson(command);
          scribble(again.news);
          expectSame(canonicalJson(again.state), reached);
          expectSame(canonicalJson(command), sent);
        }
      }, 3);
    });

    test('every step: the version increases by one, decisions have fresh ids, one per seat', () => {
      forGames((seats, n, variant) => {
        for (const { before, seat, after } of randomSteps(seats, n, variant)) {
          expectSame(after.version, before.version + 1);
          const open = game.decisions(after);
          expectSame(new Set(open.map((decision) => decision.seat)).size, open.length);
          for (const { kind } of open)
            if (!Object.hasOwn(game.kinds, kind)) throw new Error(`not a kind of decision: ${kind}`);
          const old = game.decisions(before).map((decision) => decision.id);
          const own = open.find((decision) => decision.seat === seat);
          const answered = game.decisions(before).find((decision) => decision.seat === seat);
          if (own !== undefined && own.id === answered?.id) throw new Error(`still decision ${own.id}`);
          for (const decision of open) {
            if (decision.seat !== seat && old.includes(decision.id)) {
              expect(game.decisions(before)).toContainEqual(decision);
            }
          }
        }
      });
    });

    test('every step: the fallback is legal, every legal command is accepted and listed once', () => {
      forGames((seats, n, variant) => {
        for (const { before } of randomSteps(seats, n, variant)) {
          for (const { seat } of game.decisions(before)) {
            expectSame(game.apply(before, seat, game.fallback(before, seat)).ok, true);
            const seen = new Set<string>();
            for (const command of game.legal(before, seat)) {
              const text = canonicalJson(command);
              if (seen.has(text)) throw new Error(`named twice: ${text}`);
              seen.add(text);
              const outcome = game.apply(before, seat, command);
              if (!outcome.ok) throw new Error(`legal but refused (${outcome.code}): ${text}`);
              if (seen.size >= TRIED) break;
            }
          }
        }
      }, 2);
    });

    test('every step: commands outside the legal set are refused with a listed code and change nothing', () => {
      const codes = new Set<string>([...KERNEL_CODES, ...game.codes]);
      const ruleId = new RegExp(`^${family.rulePrefix}-\\d+\\.\\d+$`);
      forGames((seats, n, variant) => {
        const past: G['Command'][] = [];
        const luck = createRng(seedOf(n + 2));
        for (const { before, command } of randomSteps(seats, n, variant)) {
          past.push(command);
          const old = mutated(game, pick(luck, past), past, luck);
          const text = canonicalJson(before);
          for (const seat of seatsFrom(0, seats)) {
            const outcome = game.apply(before, seat, old);
            if (outcome.ok) {
              expectListed(subject, game, before, seat, old);
            } else {
              if (!codes.has(outcome.code)) throw new Error(`not a listed code: ${outcome.code}`);
              if (outcome.rule !== null && !ruleId.test(outcome.rule))
                throw new Error(`not a rule of this game: ${outcome.rule}`);
              expectNotListed(subject, game, before, seat, old);
            }
          }
          expectSame(canonicalJson(before), text);
        }
      }, 3);
    });

    test('a seat without an open decision has no legal command that answers one', () => {
      forGames((seats, n, variant) => {
        for (const { after } of randomSteps(seats, n, variant)) {
          const asked = new Set(game.decisions(after).map((decision) => decision.seat));
          for (const seat of seatsFrom(0, seats).filter((candidate) => !asked.has(candidate))) {
            for (const { type } of game.legal(after, seat))
              if (!game.unasked.includes(type)) throw new Error(`listed, but answers a decision: ${type}`);
          }
        }
      }, 2);
    });

    test('unasked commands of any seat, at any moment: accepted if listed, and the game continues correctly', () => {
      forGames((seats, n, variant) => {
        const luck = createRng(seedOf(n + 4));
        for (const { after } of randomSteps(seats, n, variant)) {
          const state = after;
          const seat = below(luck, seats);
          const listed = [...game.legal(state, seat)].filter(({ type }) => game.unasked.includes(type));
          const unlisted = game.unasked.filter((type) => listed.every((command) => command.type !== type));
          for (const type of unlisted) {
            const parsed = game.parseCommand(type, {});
            if (parsed.ok) expect(game.apply(state, seat, parsed.value).ok).toBe(false);
          }
          if (listed.length === 0) continue;
          const outcome = game.apply(state, seat, pick(luck, listed));
          if (!outcome.ok) throw new Error(`listed but refused: ${outcome.code}`);
          expectNews(game, outcome.news);
          const broken = (next: Frozen<G['State']>) => game.violations(next);
          const where = `version ${state.version}, seat ${seat}`;
          expect([where, broken(outcome.state)]).toEqual([where, []]);
          // Occasionally to the end: leftovers may show only there.
          if (below(luck, 8) > 0) continue;
          const end = playOut(game, outcome.state, seedOf(n + 5), () => randomCommand, limit);
          expect([where, broken(end)]).toEqual([where, []]);
          expectResult(game, end, seats);
        }
      }, 2);
    });

    test('news fit their schemas, and the parts for seats are of the same type', () => {
      forGames((seats, n, variant) => {
        const { news } = begin(seats, seedOf(n), variant);
        expectNews(game, news);
        for (const step of randomSteps(seats, n, variant)) expectNews(game, step.news);
      });
    });

    test('replay of the journal gives the same state, through a Match and by hand', () => {
      forGames((seats, n, variant) => {
        const { options } = begin(seats, seedOf(n), variant);
        const match = new Match(game, options, seats, seedOf(n));
        const journal: Entry<G['Command']>[] = [];
        for (const { seat, command } of randomSteps(seats, n, variant)) {
          const decision = game.unasked.includes(command.type) ? null : (match.decisionOf(seat)?.id ?? null);
          const judgement = match.propose(seat, { decision, command }, 'player');
          if (!judgement.ok) throw new Error(judgement.code);
          match.settle();
          journal.push(JSON.parse(JSON.stringify(judgement.entry)) as Entry<G['Command']>);
        }
        const again = replay(game, { options, seats, seed: seedOf(n) }, journal);
        expect(again.fingerprint()).toEqual(match.fingerprint());
      }, 2);
    });

    test('taking back: what may be taken back told nobody anything, and leads back to where it was', () => {
      for (const seats of seatCounts) {
        const { state, options } = begin(seats, seedOf(seats));
        for (const [findings, most] of [
          [exposureFindings<G>, UNDONE],
          [agreedFindings<G>, UNDONE_TOGETHER],
        ] as const) {
          const steps = firstOf(
            playSteps(game, state, seedOf(FIRST_SEED), () => randomCommand, limit),
            most,
          );
          const tally = { free: 0, exposed: 0 };
          expect([...findings(game, steps, { seats, n: FIRST_SEED, tally })]).toEqual([]);
          expect(tally.free + tally.exposed).toBeGreaterThan(0);
        }
        const random = { game, options, seats, seed: seedOf(seats), luck: seedOf(FIRST_SEED), limit: UNDONE };
        expect([...undoFindings(random, new Attempts())]).toEqual([]);
      }
    });

    test('stale, foreign and missing decision ids are refused by the kernel', () => {
      forGames((seats, n, variant) => {
        const { options } = begin(seats, seedOf(n), variant);
        const match = new Match(game, options, seats, seedOf(n));
        for (const { seat, command } of randomSteps(seats, n, variant)) {
          if (game.unasked.includes(command.type)) {
            const judged = match.propose(seat, { decision: null, command }, 'player');
            if (!judged.ok) throw new Error(judged.code);
            match.settle();
            continue;
          }
          const id = match.decisionOf(seat)?.id ?? -1;
          const other = (seat + 1) % seats;
          const send = (from: Seat, decision: number | null) =>
            match.propose(from, { decision, command }, 'player');
          expect(send(seat, null)).toMatchObject({ ok: false, code: 'bad-payload' });
          const isAsked = match.decisionOf(other) !== undefined;
          expect(send(other, null)).toMatchObject({ code: isAsked ? 'bad-payload' : 'not-your-turn' });
          expect(send(other, id)).toMatchObject({ ok: false, code: 'not-your-turn' });
          const judgement = send(seat, id);
          if (!judgement.ok) throw new Error(judgement.code);
          match.settle();
          expect(send(seat, id)).toMatchObject({
            ok: false,
            code: match.over ? 'game-over' : 'stale-decision',
          });
          if (match.over) {
            for (const decision of [null, 0, id, id + 8]) {
              for (const from of seatsFrom(0, seats))
                expect(send(from, decision)).toMatchObject({ ok: false, code: 'game-over' });
            }
          }
        }
      }, 2);
    });

    test('previews show what then happens, as far as they go, and depend on nothing hidden', () => {
      const tally = { complete: 0, stopped: 0 };
      forGames((seats, n, variant) => {
        const steps = randomSteps(seats, n, variant);
        for (const finding of foresightFindings(game, steps, { seats, n, tally })) throw new Error(finding);
      }, 1);
      // Every game has commands whose outcome can be foreseen, and ones that reveal something.
      expect(tally.complete).toBeGreaterThan(0);
      expect(tally.stopped).toBeGreaterThan(0);
    });

    test('legal commands by type and fields are those of the whole list', () => {
      forGames((seats, n, variant) => {
        for (const finding of wishFindings(game, randomSteps(seats, n, variant), n)) throw new Error(finding);
        for (const finding of wishFindings(game, savingSteps(seats, n, variant), n)) throw new Error(finding);
      }, 1);
    });

    test('following `next` reaches every legal command, however short the answers', () => {
      const reached = { narrowed: 0, huge: 0 };
      forGames((seats, n, variant) => {
        const steps = savingSteps(seats, n, variant);
        for (const finding of reachFindings(game, steps, n, reached)) throw new Error(finding);
      }, 1);
      const fields = Object.values(game.schemas.commands).map(({ shape }) => Object.keys(shape).length);
      if (Math.max(...fields) > 1) expect(reached.narrowed).toBeGreaterThan(0);
      if (subject.huge === true) expect(reached.huge).toBeGreaterThan(0);
    });

    test('secrecy: a seat’s views, news and legal commands depend on nothing that its views do not show', () => {
      const tally = newTally();
      forGames((seats, n, variant) => {
        const begun = begin(seats, seedOf(n), variant);
        const findings = secrecyFindings(subject, game, begun, randomSteps(seats, n, variant), {
          seats,
          n,
          tally,
        });
        for (const finding of findings) throw new Error(finding);
      }, 2);
      // Revealed facts prevent the comparison of some steps; most must be compared.
      expect(tally.incomparable).toBeLessThan(tally.compared / 4);
      if (Object.keys(subject.secretFields).length > 0) expect(tally.alternatives).toBeGreaterThan(0);
    });
  });
}

function expectResult<G extends Shape>(game: Game<G>, end: Frozen<G['State']>, seats: number): void {
  const result = game.result(end);
  if (result === undefined) throw new Error('over, but without a result');
  expect(game.decisions(end)).toEqual([]);
  expect(game.violations(end)).toEqual([]);
  expect(result.ranking.map((row) => row.seat).sort((a, b) => a - b)).toEqual(seatsFrom(0, seats));
  for (const row of result.ranking) {
    expect(Object.values(row.parts).reduce((sum, part) => sum + part, 0)).toBe(row.total);
  }
  expect(result.winners.length).toBeGreaterThan(0);
  expectPlaces(result);
  for (const seat of seatsFrom(0, seats)) expect([...game.legal(end, seat)]).toEqual([]);
}

/** Places follow from totals and tie-breakers, tied seats share one, and the winners are the seats in first place. */
function expectPlaces({ ranking, winners }: Result): void {
  expect(ranking.toSorted((a, b) => a.place - b.place || a.seat - b.seat)).toEqual(ranking);
  for (const { place, total } of ranking) {
    // A place is one more than the number of better seats: ties share it, and the next one is skipped.
    expect(ranking.filter((other) => other.place < place)).toHaveLength(place - 1);
    for (const other of ranking.filter((one) => one.place < place))
      expect(other.total).toBeGreaterThanOrEqual(total);
    for (const other of ranking.filter((one) => one.place === place)) expect(other.total).toBe(total);
  }
  for (const [index, row] of ranking.entries()) {
    const next = ranking[index + 1];
    if (next?.total === row.total) expect(tiesBroken(row, next)).toBe(next.place > row.place);
  }
  expect(winners.toSorted((a, b) => a - b)).toEqual(
    ranking.filter(({ place }) => place === 1).map(({ seat }) => seat),
  );
}

/** Whether the first tie-breaker that differs is in favour of the first; a worse one fails. */
function tiesBroken(first: Ranked, second: Ranked): boolean {
  expect(Object.keys(first.tieBreak ?? {})).toEqual(Object.keys(second.tieBreak ?? {}));
  const [by] = Object.entries(first.tieBreak ?? {})
    .map(([term, value]) => value - (second.tieBreak?.[term] ?? 0))
    .filter((difference) => difference !== 0);
  expect(by ?? 0).toBeGreaterThanOrEqual(0);
  return by !== undefined;
}

/** Reasons and terms of a result have texts in every language. */
function expectSaid<G extends Shape>(family: GameFamily<G>, result: Result | undefined): void {
  const terms = (result?.ranking ?? []).flatMap((row) => Object.keys({ ...row.parts, ...row.tieBreak }));
  for (const language of LANGUAGES) {
    const words = Object.keys(family.sentences[language].results);
    expect(words).toEqual(expect.arrayContaining([result?.reason, ...terms]));
  }
}

/** For comparisons at every step: `expect` takes longer than the step. */
function expectSame(found: string | number | boolean, expected: string | number | boolean): void {
  if (found !== expected) expect(found).toBe(expected);
}

function expectFits(schema: Game['schemas']['publicView'], value: object): void {
  const parsed = schema.safeParse(JSON.parse(JSON.stringify(value)));
  if (!parsed.success) throw new Error(`view does not fit its schema: ${parsed.error.message}`);
}

function expectNews<G extends Shape>(game: Game<G>, news: readonly News<G['Event']>[]): void {
  for (const { all, only = [] } of news) {
    for (const event of [all, ...only.map((part) => part.event)]) {
      const schema = game.schemas.events[event.type];
      if (schema === undefined) throw new Error(`event without a schema: ${event.type}`);
      const parsed = schema.safeParse(JSON.parse(JSON.stringify(event)));
      if (!parsed.success) throw new Error(`${event.type} does not fit: ${parsed.error.message}`);
      expectSame(event.type, all.type);
    }
  }
}

/** `undefined`: too many legal commands to decide. */
function isListed<G extends Shape>(
  subject: ContractCase<G>,
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  command: G['Command'],
): boolean | undefined {
  const normal = (candidate: G['Command']) =>
    canonicalJson(subject.normalise?.(candidate, state) ?? candidate);
  const wanted = normal(command);
  let seen = 0;
  for (const candidate of game.legal(state, seat)) {
    if (normal(candidate) === wanted) return true;
    if (++seen > 5_000) return undefined;
  }
  return false;
}

/** Replaces one value of the command by one of the same type from another command, and parses the result. */
function mutated<G extends Shape>(
  game: Game<G>,
  command: G['Command'],
  past: readonly G['Command'][],
  luck: Rng,
): G['Command'] {
  const { type, ...fields } = JSON.parse(JSON.stringify(command)) as { type: string } & Record<
    string,
    unknown
  >;
  const names = Object.keys(fields);
  if (names.length === 0) return command;
  const name = pick(luck, names);
  const donors = past
    .flatMap((other) => leaves(other))
    .filter((leaf) => typeof leaf === typeof leaves(fields[name])[0]);
  if (donors.length === 0) return command;
  const donor = pick(luck, donors);
  const value = fields[name];
  if (Array.isArray(value)) value[0] = donor;
  else fields[name] = donor;
  const parsed = game.parseCommand(type, fields);
  return parsed.ok ? parsed.value : command;
}

function leaves(value: unknown): (string | number | boolean)[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(leaves);
  return [value as string | number | boolean];
}

function expectListed<G extends Shape>(...args: Parameters<typeof isListed<G>>): void {
  if (isListed(...args) === false)
    throw new Error(`accepted but not listed as legal: ${canonicalJson(args[4])}`);
}

function expectNotListed<G extends Shape>(...args: Parameters<typeof isListed<G>>): void {
  if (isListed(...args) === true) throw new Error(`refused but listed as legal: ${canonicalJson(args[4])}`);
}

function* firstOf<Item>(items: Iterable<Item>, most: number): Generator<Item> {
  let left = most;
  for (const item of items) {
    yield item;
    if (--left === 0) return;
  }
}

/** Mutates everything that can be changed in place, to detect shared levels. */
function scribble(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  for (const inner of Object.values(value)) scribble(inner);
  if (Array.isArray(value)) value.push('scribbled');
  else (value as Record<string, unknown>)['scribbled'] = true;
}
