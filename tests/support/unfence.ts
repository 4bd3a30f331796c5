/** A fenced text taken apart, its code worked out anew from the bytes between its lines. */
export async function unfence(out: string): Promise<{ opening: string; body: string; isRight: boolean }> {
  const opening = out.slice(0, out.indexOf("\n")), rest = out.slice(opening.length + 1);
  const closing = rest.slice(rest.lastIndexOf("\n", rest.length - 2) + 1);
  const body = rest.slice(0, rest.length - closing.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)));
  const code = digest.toHex().slice(0, 12);
  return {
    opening,
    body,
    isRight: closing === `=== end ${code} ===\n` && opening.includes(` ${code} ===`),
  };
}
