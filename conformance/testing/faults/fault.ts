// Faulty servers, and the ways to make one from ours.
import type { Json, Line } from '../../guest.ts';
import type { Answered, Meddling, Passing } from '../../middleman.ts';
import type { RuleId } from '../../rules.ts';
import type { Scene } from '../../scene.ts';

export interface Fault {
  readonly what: string;
  readonly scene: Scene;
  /** The rule that the kit must report as broken. */
  readonly breaks: RuleId;
  meddling(): Meddling;
}

export const isCommand = ({ path }: Passing) => path.endsWith('/commands');

/** The state of a match is asked for. */
export const isState = ({ path }: Passing) => /\/matches\/[^/]+$/.test(path);

export const isHistory = ({ path }: Passing) => path.includes('/history');

export const isDone = ({ status }: Answered) => status === 200;

/** Changes requests before they reach the server. */
export function asking(change: (passing: Passing) => void): Meddling {
  return {
    asked: (passing) => {
      change(passing);
      return undefined;
    },
  };
}

/** Changes answers: all, or those that fit. */
export function answering(
  change: (answered: Answered, passing: Passing) => Answered,
  fits: (passing: Passing, answered: Answered) => boolean = () => true,
): Meddling {
  return {
    answered: (passing, answered) => (fits(passing, answered) ? change(answered, passing) : answered),
  };
}

/** Changes the bodies of answers that fit. */
export function bodies(
  change: (body: Json) => Json,
  fits: (passing: Passing, answered: Answered) => boolean,
): Meddling {
  return answering((answered) => ({ ...answered, body: change(answered.body) }), fits);
}

/** Carries out what must be refused with this code. */
export function allowing(code: string, body: Json = {}): Meddling {
  return answering(
    () => ({ status: 200, body }),
    (_passing, answered) => answered.body['code'] === code,
  );
}

/** Changes each line of the streams. */
export function lines(change: (line: Line, passing: Passing) => Line): Meddling {
  return { line: (passing, line) => [change(line, passing)] };
}

/** Leaves lines out of the streams. */
export function linesWithout(isLost: (line: Line) => boolean): Meddling {
  return { line: (_passing, line) => (isLost(line) ? [] : [line]) };
}

/** Changes the versions in all pages of histories. */
export function histories(change: (versions: Json[]) => Json[]): Meddling {
  return bodies(
    (body) => ({ ...body, versions: change(body['versions'] as Json[]) }),
    (passing, answered) => isHistory(passing) && isDone(answered),
  );
}

/** Checks for a missing decision too early, when another code is due. */
export function wantingDecision(due: string): Meddling {
  return answering(
    ({ body }) => ({ status: 400, body: { ...body, code: 'bad-payload' } }),
    (passing, { body }) =>
      isCommand(passing) && passing.body?.['decision'] === undefined && body['code'] === due,
  );
}
