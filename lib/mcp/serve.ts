import process from "node:process";
import { Writable } from "node:stream";
import { loadSdk } from "./sdk.ts";
import { makeServer, type Served, type ServerOptions } from "./server.ts";

/** What a server over standard input and output needs. */
export interface ServeOptions extends ServerOptions {
  /** Writes to standard output. */
  write(text: string): Promise<void>;
}

/**
 * Serves the Model Context Protocol over standard input and output, to clients of both of its eras, until standard
 * input ends. Nothing but the protocol goes to standard output: what a dependency prints goes to standard error.
 *
 * @param options What to serve.
 * @throws {StorageError} If the library is neither in Deno's cache nor to be had.
 */
export async function serveMcp(options: ServeOptions): Promise<void> {
  keepOthersOff();
  const sdk = await loadSdk(), running = new Set<Promise<unknown>>();
  const run = <T>(call: Promise<T>): Promise<T> => {
    running.add(call);
    const done = () => void running.delete(call);
    call.then(done, done);
    return call;
  };
  let served: Served | undefined;
  const wire = new sdk.StdioServerTransport(process.stdin, output(options.write));
  const ended = new Promise<void>((resolve) => {
    sdk.serveStdio(() => {
      served = makeServer(sdk, options, run);
      return served.server;
    }, { transport: wire });
    const closed = wire.onclose;
    wire.onclose = () => {
      closed?.();
      resolve();
    };
  });
  // The newer protocol's subscriptions are kept by the library, which does not say what they are about.
  const deliver = wire.onmessage;
  wire.onmessage = (message) => {
    deliver?.(message);
    if ("method" in message) noticeListening(message, () => served);
  };
  await ended;
  served?.changes.stop();
  // A write that has begun is finished, though nobody waits for its answer any more.
  await Promise.allSettled(running);
}

interface Message {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

function noticeListening({ id, method, params }: Message, served: () => Served | undefined): void {
  const uris = (params?.notifications as { resourceSubscriptions?: unknown } | undefined)
    ?.resourceSubscriptions;
  if (method === "subscriptions/listen" && id !== undefined && Array.isArray(uris)) {
    served()?.changes.subscribe(id, uris.filter((uri) => typeof uri === "string"));
  } else if (method === "notifications/cancelled") {
    served()?.changes.unsubscribe(params?.requestId as string | number);
  }
}

/** Standard output, for the protocol alone. */
function output(write: (text: string) => Promise<void>): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding: string, done: (error?: Error) => void) => {
      write(chunk).then(() => done(), done);
    },
  });
}

function keepOthersOff(): void {
  for (const name of ["log", "info", "debug", "dir", "table"] as const) console[name] = console.error;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
}
