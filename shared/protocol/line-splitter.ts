// Splits text that arrives in chunks into lines.

export class LineSplitter {
  #rest = '';

  /** The lines completed by this chunk, without line ends. */
  take(piece: string): string[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines;
  }
}
