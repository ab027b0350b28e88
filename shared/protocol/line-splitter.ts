// Text that arrives in pieces, as whole lines.

export class LineSplitter {
  #rest = '';

  /** The lines that this piece completes, without their ends. */
  take(piece: string): string[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines;
  }
}
