import { inTurns } from "../in_turns.ts";
import { sha256Of } from "../sha256.ts";

/**
 * The SHA-256 of texts, for what cannot wait for one: what is asked for and not known is remembered, and hashed before
 * the next try.
 */
export class TextHashes {
  readonly #known = new Map<string, string>();
  readonly #wanted = new Set<string>();

  /** Whether something was asked for that is not known. */
  get isLacking(): boolean {
    return this.#wanted.size > 0;
  }

  /** The hash of a text, in hex; nothing where it is not known yet. */
  of(text: string): string | undefined {
    const known = this.#known.get(text);
    if (known === undefined) this.#wanted.add(text);
    return known;
  }

  /** Works out what was asked for, and more. */
  async learn(texts: Iterable<string> = []): Promise<void> {
    const encoder = new TextEncoder(), all = new Set([...this.#wanted, ...texts]);
    this.#wanted.clear();
    await inTurns([...all], async (text) => this.#known.set(text, await sha256Of(encoder.encode(text))));
  }
}
