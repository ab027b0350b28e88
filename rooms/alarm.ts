// One timer that can be set anew; waits longer than Node's timers allow, in steps.

const LONGEST_MS = 2 ** 31 - 1;

export class Alarm {
  #timer: NodeJS.Timeout | undefined;

  set(milliseconds: number, ring: () => void): void {
    this.stop();
    const wait = Math.max(0, milliseconds);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (wait > LONGEST_MS) this.set(wait - LONGEST_MS, ring);
        else ring();
      },
      Math.min(wait, LONGEST_MS),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
