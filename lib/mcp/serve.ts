/**
 * The memory as a server of the Model Context Protocol, for a program that serves it on its own standard input and
 * output; `ctx mcp` is one. Needs read and write on the context root alone.
 *
 * @example Serve a root to whoever started this program
 * ```ts ignore
 * import { openContext } from "@ctx/ctx";
 * import { serveMcp } from "@ctx/ctx/mcp";
 *
 * await serveMcp({
 *   open: (author) => openContext({ home: "/home/you/ctx", author }),
 *   readOnly: true,
 *   allowDelete: false,
 *   write: async (text) => void await Deno.stdout.write(new TextEncoder().encode(text)),
 *   log: async (line) => void await Deno.stderr.write(new TextEncoder().encode(line + "\n")),
 * });
 * ```
 *
 * @module
 */

import type { Transform, Writable } from "node:stream";
import { InvalidInputError } from "../errors.ts";
import { clip } from "../text/excerpt.ts";
import { loadSdk } from "./sdk.ts";
import { makeServer, type Served, type ServerOptions } from "./server.ts";

export type { ServerOptions };

/** What a server over standard input and output needs. */
export interface ServeOptions extends ServerOptions {
  /** Writes to standard output. */
  write(text: string): Promise<void>;
  /** Writes a line to standard error. */
  log(line: string): Promise<void>;
}

/** Whatever a client does wrong again and again is said so often. */
const MOST_LINES = 20;

/**
 * Serves the Model Context Protocol over standard input and output, to clients of both of its eras, until standard
 * input ends. Nothing but the protocol goes to standard output: what a dependency prints goes to standard error.
 *
 * @param options What to serve.
 * @throws {StorageError} If the library is neither in Deno's cache nor to be had.
 * @throws {InvalidInputError} If the client sent a message that is larger than the library takes.
 */
export async function serveMcp(options: ServeOptions): Promise<void> {
  const node = await loadNode();
  keepOthersOff(node);
  const sdk = await loadSdk(), running = new Set<Promise<unknown>>();
  const run = <T>(call: Promise<T>): Promise<T> => {
    running.add(call);
    const done = () => void running.delete(call);
    call.then(done, done);
    return call;
  };
  let served: Served | undefined, lines = 0, last: Error | undefined, isEnded = false;
  const onerror = (error: Error) => {
    last = error;
    if (lines++ < MOST_LINES && !isEnded) {
      void options.log(`a message of the client: ${clip(error.message, 300)}`);
    }
  };
  // What was asked before standard input ended is still answered: the library would drop it.
  const asked = new Set<string | number>(),
    input = new node.Transform({
      transform: (chunk, _encoding, done) => done(null, chunk),
      flush: (done) => {
        isEnded = true;
        void untilAnswered(input, asked).then(() => done());
      },
    });
  node.process.stdin.pipe(input);
  const out = output(node, options.write), wire = new sdk.StdioServerTransport(input, out);
  const ended = new Promise<void>((resolve) => {
    sdk.serveStdio(() => {
      served = makeServer(sdk, options, run);
      return served.server;
    }, { transport: wire, onerror });
    const closed = wire.onclose;
    wire.onclose = () => {
      closed?.();
      resolve();
    };
  });
  // The newer protocol's subscriptions are kept by the library, which does not say what they are about.
  const deliver = wire.onmessage, send = wire.send.bind(wire);
  wire.onmessage = (message) => {
    if ("method" in message && "id" in message && message.method !== LISTEN) asked.add(message.id);
    deliver?.(message);
    if ("method" in message && message.method === "notifications/cancelled") {
      const id = message.params?.requestId as string | number;
      asked.delete(id);
      served?.changes.unsubscribe(id);
    }
  };
  wire.send = async (message) => {
    if ("method" in message && message.method === ACKNOWLEDGED) noticeListening(message.params, served);
    await send(message);
    if (!("method" in message) && message.id !== undefined) asked.delete(message.id);
  };
  await ended;
  served?.changes.stop();
  // A write that has begun is finished, though nobody waits for its answer any more.
  await Promise.allSettled(running);
  // What was answered has been handed on, and perhaps not yet written.
  await new Promise<void>((resolve) => out.once("error", () => resolve()).end(() => resolve()));
  if (!isEnded && last !== undefined) {
    throw new InvalidInputError(`Cannot go on: ${clip(last.message, 300)}`, {
      hint: "The connection was closed: what was answered is done, and nothing else is.",
    });
  }
}

/** What a subscription is asked for with; it is answered when it ends. */
const LISTEN = "subscriptions/listen";
/** How long what was asked may take to be answered once nobody asks any more. */
const LAST_MS = 2000;

/** Waits until all that came has been read, and what was asked for has been answered. */
async function untilAnswered(input: Transform, asked: ReadonlySet<unknown>): Promise<void> {
  const began = performance.now();
  do await new Promise((resolve) => setTimeout(resolve, 5)); while (
    (asked.size > 0 || input.readableLength > 0) && performance.now() - began < LAST_MS
  );
}

const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** What the library says to a client whose subscription it keeps from now on. */
function noticeListening(
  params: Readonly<Record<string, unknown>> | undefined,
  served: Served | undefined,
): void {
  const { notifications, _meta } = (params ?? {}) as {
    notifications?: { resourceSubscriptions?: readonly string[] };
    _meta?: Record<string, string | number>;
  };
  const uris = notifications?.resourceSubscriptions, id = _meta?.["io.modelcontextprotocol/subscriptionId"];
  if (uris !== undefined && id !== undefined) served?.changes.subscribe(id, uris);
}

/** Standard output, for the protocol alone. */
function output(node: Node, write: (text: string) => Promise<void>): Writable {
  const stream = new node.Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding: string, done: (error?: Error) => void) => {
      write(chunk).then(() => done(), done);
    },
  });
  // Each answer that waits for its turn listens to it.
  stream.setMaxListeners(0);
  return stream;
}

function keepOthersOff({ Console, process }: Node): void {
  globalThis.console = new Console(process.stderr);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
}

type Node = Awaited<ReturnType<typeof loadNode>>;

/** Where all modules are joined to one, an import that stands at the top of this one would cost every command 6 ms. */
async function loadNode() {
  const [{ Console }, { default: process }, { Transform, Writable }] = await Promise.all([
    import("node:console"),
    import("node:process"),
    import("node:stream"),
  ]);
  return { Console, process, Transform, Writable };
}
