/**
 * The first 12 lowercase hex digits of the SHA-256 of `text`, or of its UTF-8 when it is a string (§9.1). A lone
 * surrogate counts as U+FFFD, which is what is printed in its place.
 */
export async function digest12(text: string | Uint8Array): Promise<string> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : new Uint8Array(text);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What some terminal, editor or reader takes for the end of a line.
const LINE_BREAK = /[\n\v\f\r\x85\u2028\u2029]/;

/**
 * Puts stored text between an opening and a closing line that carry the digest of what stands between them, so
 * that no stored text can close its own fence or open another (§9.1):
 *
 * ```text
 * === LABEL HASH === AFTER
 * content
 * === end HASH ===
 * ```
 *
 * A newline is added to content that does not end with one; empty content has no line. The digest
 * ({@linkcode digest12}) is of exactly what is printed between the two lines.
 *
 * @param label What the content is, such as `shared/k_port`. The caller cleans and bounds it, and `after`.
 * @param content The text, as it is to be printed.
 * @param after What follows on the opening line: status, source, basis, time.
 * @returns The fenced text, which ends with a newline.
 * @throws {RangeError} If `label` or `after` contains a line break.
 */
export async function fence(label: string, content: string, after?: string): Promise<string> {
  for (const part of [label, after ?? ""]) {
    if (LINE_BREAK.test(part)) {
      throw new RangeError(
        `Cannot fence text: the opening line must be one line: received ${JSON.stringify(part)}`,
      );
    }
  }
  const body = content === "" || content.endsWith("\n") ? content : content + "\n";
  const digest = await digest12(body);
  return `=== ${label} ${digest} ===${after ? " " + after : ""}\n${body}=== end ${digest} ===\n`;
}
