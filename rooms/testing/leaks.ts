// Searches recorded frames for what their recipients may not know, given the true states of a replay.
import { Protocol } from 'colyseus';
import { unpack } from 'msgpackr';
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Game, News } from '../../shared/kernel/game.ts';
import { type Entry, newsFor } from '../../shared/kernel/journal.ts';
import { Match } from '../../shared/kernel/match.ts';
import { replay } from '../../shared/kernel/replay.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { lengthened } from '../../shared/protocol/short-news.ts';
import type { Oracle } from '../../shared/testing/oracle.ts';
import { trueState } from '../../shared/testing/true-state.ts';
import { differences } from './same-view.ts';
import { faultsIn } from './sight.ts';
import type { Watched } from './watched-match.ts';
import type { TappedFrame } from './wiretap.ts';

/** One version of the true state; index 0 is the start. */
interface Truth {
  readonly state: unknown;
  readonly entry: Entry | undefined;
  readonly news: readonly News<{ readonly type: string }>[];
  readonly isOver: boolean;
}

/** The protocol's code is in these bits of a frame's first byte. */
const CODE_BITS = 31;

function truthOf(game: Game, watched: Watched, onStep?: (match: Match) => void): readonly Truth[] {
  const { options, seats } = watched.row.table;
  const beginning = { options, seats, seed: watched.row.seed };
  const first = new Match(game, options, seats, beginning.seed);
  const truth: Truth[] = [
    { state: trueState(first), entry: undefined, news: first.overture, isOver: first.over },
  ];
  onStep?.(first);
  replay(game, beginning, watched.journal, (match, entry, news) => {
    truth.push({ state: trueState(match), entry, news, isOver: match.over });
    onStep?.(match);
  });
  return truth;
}

/** Every piece, seed, token or invitation in a frame to a viewer who may not know it then. */
export function leaksIn(frames: readonly TappedFrame[], watched: Watched, oracle: Oracle): string[] {
  const truth = truthOf(oracle.game, watched);
  const mayKnow = knowledge(truth, oracle);
  // The longest first: one name may be a prefix of another.
  const names = oracle.pieces.toSorted((a, b) => b.length - a.length);
  const anyPiece = new RegExp(names.join('|'), 'g');
  const leaks = new Set<string>();
  const overtaken = overtakenIn(frames);
  for (const frame of frames) {
    const viewer = watched.viewers.get(frame.session);
    if (viewer === undefined) throw new Error(`nobody knows whose session ${frame.session} is`);
    const text = textOf(frame, watched, oracle);
    const where = `version ${frame.version}, viewer ${viewer}`;
    const versions = overtaken.has(frame) ? [frame.version, frame.version - 1] : [frame.version];
    const known = versions.map((version) => mayKnow({ ...frame, version }, viewer));
    for (const [piece] of text.matchAll(anyPiece))
      if (!known.some((isKnown) => isKnown(piece))) leaks.add(`${where}: ${piece}`);
    for (const secret of secretTexts(watched, frame, viewer, truth)) {
      if (text.includes(secret)) leaks.add(`${where}: ${secret}`);
    }
  }
  return [...leaks];
}

/**
 * Patches that a new version overtook. What a returning viewer still has to get is sent separately if the next
 * version is already stored but not yet shown; the patch that shows it follows, and then its news.
 */
function overtakenIn(frames: readonly TappedFrame[]): ReadonlySet<TappedFrame> {
  const overtaken = new Set<TappedFrame>();
  const following = new Map<string, { readonly version: number; isPatched: boolean }>();
  for (const frame of frames.toReversed()) {
    const { session, version, bytes } = frame;
    const news = following.get(session);
    if (codeOf(bytes) === Protocol.ROOM_DATA) following.set(session, { version, isPatched: false });
    if (codeOf(bytes) !== Protocol.ROOM_STATE_PATCH || news?.version !== version) continue;
    if (news.isPatched) overtaken.add(frame);
    news.isPatched = true;
  }
  return overtaken;
}

const SHORT_NEWS = Buffer.from([Protocol.ROOM_DATA, 0xa1, ...Buffer.from('n')]);

function textOf({ bytes }: TappedFrame, { book }: Watched, { wishes }: Oracle): string {
  const head = bytes.subarray(0, SHORT_NEWS.length);
  if (book !== undefined && head.equals(SHORT_NEWS)) {
    const short: unknown = unpack(bytes.subarray(head.length));
    // The book itself names all pieces, in the order of the catalogue.
    return Array.isArray(short) ? JSON.stringify(lengthened(book, short)) : '';
  }
  const text = bytes.toString('latin1');
  const isAnswer = codeOf(bytes) === Protocol.ROOM_RESPONSE;
  return isAnswer && wishes !== undefined ? text.replaceAll(wishes, '') : text;
}

function codeOf(bytes: Buffer): number {
  return (bytes[0] ?? 0) & CODE_BITS;
}

function secretTexts(
  { row, tokens, keys, invitation }: Watched,
  { session, version }: TappedFrame,
  viewer: Seat | null,
  truth: readonly Truth[],
): string[] {
  const foreign = [...keys].filter(([owner]) => owner !== session).map(([, key]) => key);
  const seed = truth[version]?.isOver === true ? [] : [row.seed];
  return [...tokens, ...foreign, ...seed, ...(viewer === null ? [invitation] : [])];
}

type IsKnown = (piece: string) => boolean;

/**
 * The state at that time and nothing older: what was once visible may be hidden again. Only news of a
 * version may name what was visible just before it, and answers about the past anything ever visible.
 */
function knowledge(
  truth: readonly Truth[],
  oracle: Oracle,
): (frame: TappedFrame, viewer: Seat | null) => IsKnown {
  const seen = new Map<string, ReadonlySet<string>>();
  const at = (version: number, viewer: Seat | null): ReadonlySet<string> => {
    const key = `${version} ${viewer}`;
    const known = seen.get(key) ?? oracle.visibleIds(truth[version]?.state, viewer);
    seen.set(key, known);
    return known;
  };
  const passing = (version: number, viewer: Seat | null): IsKnown => {
    const entry = truth[version]?.entry;
    const shown =
      entry === undefined
        ? undefined
        : oracle.shownBy(truth[version - 1]?.state, entry, truth[version]?.state);
    return (piece) =>
      at(version, viewer).has(piece) ||
      (shown !== undefined && (shown.has(piece) || at(version - 1, viewer).has(piece)));
  };
  return ({ version, bytes, isHistory }, viewer) => {
    if (version >= truth.length) throw new Error(`no version ${version}`);
    if (isHistory) {
      const past = Array.from({ length: version + 1 }, (_, earlier) => passing(earlier, viewer));
      return (piece) => past.some((isKnown) => isKnown(piece));
    }
    return codeOf(bytes) === Protocol.ROOM_DATA
      ? passing(version, viewer)
      : (piece) => at(version, viewer).has(piece);
  };
}

function faultsInPages({ pages }: Watched, match: Match): string[] {
  return pages.flatMap(({ viewer, page }) => {
    const past = page.versions.find(({ version }) => version === match.version);
    if (past === undefined) return [];
    const due = { view: match.publicView(), seatView: viewer === null ? null : match.seatView(viewer) };
    const { view, seatView } = past;
    return differences({ view, seatView }, due, '').map(
      (fault) => `viewer ${viewer}, history of ${match.version}: ${fault}`,
    );
  });
}

/** Views, news and history that differ from the journal. */
export function faultsOf(watched: Watched, game: Game): string[] {
  const faults: string[] = [];
  const truth = truthOf(game, watched, (match) => {
    for (const sight of watched.sights)
      if (sight.version === match.version) faults.push(...faultsIn(sight, match));
    faults.push(...faultsInPages(watched, match));
  });
  for (const { viewer, page } of watched.pages) {
    for (const { version, events, command } of page.versions) {
      const due = newsFor(truth[version]?.news ?? [], viewer);
      const where = `viewer ${viewer}, history of ${version}`;
      if (canonicalJson(events) !== canonicalJson(due)) faults.push(`${where}: ${JSON.stringify(events)}`);
      const isOver = truth[page.newest]?.isOver === true;
      if (command !== null && !isOver) faults.push(`${where}: tells a command`);
    }
  }
  for (const { viewer, news } of watched.told) {
    for (const [index, { version, events }] of news.entries()) {
      const where = `viewer ${viewer}, news ${version}`;
      const before = news[index - 1]?.version;
      if (before !== undefined && before + 1 !== version) faults.push(`${where}: follows ${before}`);
      const due = newsFor(truth[version]?.news ?? [], viewer);
      if (canonicalJson(events) !== canonicalJson(due)) faults.push(`${where}: ${JSON.stringify(events)}`);
    }
  }
  return faults;
}
