const WINDOW = 64 * 1024;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Cuts strings out of a text in UTF-8. A call of the decoder for each of thousands of short pieces costs more
 * than reading the file, so a window of the text is decoded at once and cut up, where it is ASCII and bytes
 * and characters therefore count alike.
 */
export class Utf8Slices {
  readonly #bytes: Uint8Array;
  #window = "";
  #start = 0;
  /** Up to here the text is known to hold more than ASCII. */
  #mixedUntil = 0;

  /** @param bytes The text; what is cut out must begin and end between characters. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The piece between two offsets in bytes. */
  slice(start: number, end: number): string {
    if (this.#holds(start, end)) return this.#window.slice(start - this.#start, end - this.#start);
    if (start >= this.#mixedUntil && end - start <= WINDOW) {
      const window = this.#bytes.subarray(start, start + WINDOW), text = decoder.decode(window);
      if (text.length === window.length && !text.includes("\ufffd")) {
        this.#window = text;
        this.#start = start;
        return text.slice(0, end - start);
      }
      this.#mixedUntil = start + WINDOW;
    }
    return decoder.decode(this.#bytes.subarray(start, end));
  }

  #holds(start: number, end: number): boolean {
    return start >= this.#start && end <= this.#start + this.#window.length;
  }
}
