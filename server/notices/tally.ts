// What this process has delivered since it began, by the type of target, for administrators.
import type { TargetType } from '../../shared/protocol/notices.ts';
import type { NoticeEnding } from '../process/metrics.ts';

export class Tally {
  readonly #counts = new Map<string, number>();

  add(type: TargetType, how: NoticeEnding, notices: number): void {
    this.#counts.set(`${type} ${how}`, this.of(type, how) + notices);
  }

  of(type: TargetType, how: NoticeEnding): number {
    return this.#counts.get(`${type} ${how}`) ?? 0;
  }
}
