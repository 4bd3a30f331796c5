/** A content that a package can have: a knowledge layer, with nothing in it. */
export const CONTENT =
  '{"knowledge":{"exported_at":"2026-10-13T09:41:07Z","facts":[],"insights":[],"patterns":[]}}';

/** A manifest, as far as it is not worked out. */
export interface Said {
  readonly [name: string]: unknown;
}

/** The seed of a key that signs what tests sign; never a real one. */
const SEED = new Uint8Array(32).fill(42);
const PKCS8_HEAD = "302e020100300506032b657004220420";

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

/** Members that are left out. */
export const ABSENT = Symbol("absent");

/**
 * A manifest with hashes that are right for a content, which is hashed as it is given.
 *
 * @param content What is hashed: compact. @param said Members to set, or to leave out.
 */
export async function manifestOf(content = CONTENT, said: Said = {}): Promise<Record<string, unknown>> {
  const { name = "demo", version = "1.0.0" } = said as { name?: string; version?: string };
  const content_hash = await sha256(content);
  const manifest: Record<string, unknown> = {
    schema_version: 1,
    name,
    version,
    description: "A package of a test.",
    created_at: "2026-10-13T09:41:07Z",
    layers: Object.keys(JSON.parse(content)).filter((key) =>
      ["knowledge", "graph", "session", "patterns", "gotchas"].includes(key)
    ),
    provenance: { tool: "test", tool_version: "1" },
    integrity: {
      sha256: await sha256(`${String(name)}:${String(version)}:${content_hash}`),
      content_hash,
      byte_size: new TextEncoder().encode(content).length,
    },
    ...said,
  };
  for (const [key, value] of Object.entries(manifest)) if (value === ABSENT) delete manifest[key];
  return manifest;
}

/** The text of a package with right hashes. */
export async function packageText(content = CONTENT, said: Said = {}): Promise<string> {
  return `{"manifest":${JSON.stringify(await manifestOf(content, said))},"content":${content}}\n`;
}

/** The same, as bytes. */
export async function packageBytes(content = CONTENT, said: Said = {}): Promise<Uint8Array> {
  return new TextEncoder().encode(await packageText(content, said));
}

/** A manifest that is signed. */
export async function signed(manifest: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { name, version, integrity } = manifest as {
    name: string;
    version: string;
    integrity: { sha256: string };
  };
  const pkcs8 = new Uint8Array([...Uint8Array.fromHex(PKCS8_HEAD), ...SEED]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const message = await sha256(`ctxpkg-sign-v1:${name}:${version}:${integrity.sha256}`);
  const value = new Uint8Array(await crypto.subtle.sign("Ed25519", key, new TextEncoder().encode(message)));
  const { x } = await crypto.subtle.exportKey("jwk", key);
  const public_key = Uint8Array.fromBase64(x!, { alphabet: "base64url" }).toHex();
  return { ...manifest, signature: { algorithm: "ed25519", public_key, value: value.toHex() } };
}
