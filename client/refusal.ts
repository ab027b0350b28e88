// A refusal that is thrown, where there is nothing to return.
import type { Answer, Refused } from './types.ts';

export class Refusal extends Error {
  readonly code: string;
  readonly rule: string | null;
  readonly detail: string | undefined;
  /** For players, in their language. */
  readonly sentence: string;

  constructor({ code, rule, message, detail }: Omit<Refused, 'ok'>) {
    super(`${code}: ${message}`);
    this.name = 'Refusal';
    this.code = code;
    this.rule = rule;
    this.detail = detail;
    this.sentence = message;
  }
}

/** The table was closed here, or another connection took over: no requests are possible any more. */
export class Ended extends Error {}

/** The answer, or its refusal thrown. */
export function accepted<Value>(answer: Answer<string, Value>): Value {
  if (!answer.ok) throw new Refusal(answer);
  return answer;
}
