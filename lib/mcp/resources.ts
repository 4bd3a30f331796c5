import type { Context } from "../context.ts";
import { CtxError } from "../errors.ts";
import { type StoreName, STORES } from "../memory/entry.ts";
import { entryText, valueAsText } from "../memory/shown_entry.ts";
import type { ShownFile } from "../memory/start.ts";
import { fence } from "../text/digest_fence.ts";
import { clip } from "../text/excerpt.ts";
import { pageOf } from "../text/page.ts";
import { visible } from "../text/visible.ts";
import { MOST_CHARACTERS } from "./answer.ts";
import type { McpServer, Sdk, ServerContext } from "./sdk.ts";
import { AS_TOOLS, inTools } from "./wording.ts";

/** The resources that are always there. */
export const RULES = "ctx://rules", BRIEF = "ctx://brief", LATEST = "ctx://session/latest";
const ENTRY = "ctx://entry/{store}/{key}", ENTRY_URI = /^ctx:\/\/entry\/([^/]+)\/([^/]+)$/;
const ROOM = MOST_CHARACTERS - 600;

/** The entry that an address means; `undefined` where it means none. */
export function entryOf(uri: string): { readonly store: StoreName; readonly key: string } | undefined {
  const [, store, key] = ENTRY_URI.exec(uri) ?? [];
  if (store === undefined || !STORES.includes(store as StoreName)) return undefined;
  try {
    return { store: store as StoreName, key: decodeURIComponent(key!) };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** The text of a resource, stored text in it fenced and bounded; `undefined` where the address means none. */
export async function resourceText(context: Context, uri: string): Promise<string | undefined> {
  switch (uri) {
    case RULES:
      return await shownFile("ctx rules", (await context.start()).rules, "ctx start");
    case BRIEF:
      return (await context.startHook("plain", { part: "brief", wording: AS_TOOLS })).text;
    case LATEST:
      return await shownFile("ctx session", (await context.start()).summary, "ctx session show");
  }
  const entry = entryOf(uri);
  if (entry === undefined) return undefined;
  const stored = await context.get(entry.key, { store: entry.store }), value = visible(valueAsText(stored));
  const { text, end } = pageOf(value, 0, ROOM);
  const said = `(its first ${end} characters of ${value.length}; the rest: ctx_get, offset ${end})`;
  return await entryText(stored, false, end < value.length ? { text, said } : undefined);
}

async function shownFile(label: string, file: ShownFile, command: string): Promise<string> {
  if (!("text" in file)) return `=== ${label} === (${inTools(clip(file.fault, 400))})\n`;
  const name = label === "ctx session" ? `sessions/${file.name}` : file.name, text = visible(file.text);
  const { text: part, end } = pageOf(text, 0, ROOM);
  const said = end < text.length
    ? `(its first ${end} characters of ${text.length}; all of it: ${command})`
    : undefined;
  return await fence(`${label}: ${name}`, part, said);
}

/** Offers the resources to a client. */
export function registerResources(
  server: McpServer,
  sdk: Sdk,
  context: (asked?: ServerContext) => Context,
): void {
  const { ResourceTemplate, ResourceNotFoundError, ProtocolError, ProtocolErrorCode } = sdk;
  const read = async ({ href }: URL, asked: ServerContext) => {
    try {
      const text = await resourceText(context(asked), href);
      if (text === undefined) throw new ResourceNotFoundError(href);
      return { contents: [{ uri: href, mimeType: "text/plain", text }] };
    } catch (error) {
      if (!(error instanceof CtxError)) throw error;
      if (error.code === "not_found") throw new ResourceNotFoundError(href);
      throw new ProtocolError(ProtocolErrorCode.InternalError, clip(inTools(error.message), 500));
    }
  };
  const about = (description: string) => ({ description, mimeType: "text/plain" });
  server.registerResource("rules", RULES, about("The rules every agent works by"), read);
  server.registerResource("brief", BRIEF, about("One screen on what matters now"), read);
  server.registerResource("session", LATEST, about("The newest session summary"), read);
  const complete = {
    store: (begun: string) => STORES.filter((store) => store.startsWith(begun)),
    key: async (begun: string, given?: { arguments?: Record<string, string> }) => {
      const store = STORES.find((name) => name === given?.arguments?.store);
      const { results } = await context().list({ store });
      const keys = results.map(({ key }) => encodeURIComponent(key.toWellFormed()));
      return [...new Set(keys)].filter((key) => key.startsWith(begun));
    },
  };
  const template = new ResourceTemplate(ENTRY, { list: undefined, complete });
  server.registerResource(
    "entry",
    template,
    about("An entry; its key percent-encoded"),
    (uri, _variables, asked) => read(uri, asked),
  );
}
