import { Client } from "npm:@modelcontextprotocol/client@2.4.0";
import { ctxCommand, Lines } from "./command.ts";

/** The eras of the protocol, with what a client has to ask for to speak each. */
export const ERAS = {
  legacy: { mode: "legacy" },
  modern: { mode: { pin: "2026-07-28" } },
} as const;
/** An era of the protocol. */
export type Era = keyof typeof ERAS;

/** What a call of a tool gave: its text, its data, and whether it failed. */
export interface Called {
  readonly text: string;
  // deno-lint-ignore no-explicit-any
  readonly data: any;
  readonly isError: boolean;
}

type Transport = Parameters<Client["connect"]>[0];
type Message = Parameters<Transport["send"]>[0];

/** Standard input and output of `ctx mcp`, which ends when it is closed. */
class CtxTransport implements Transport {
  onmessage?: (message: Message) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #child: Deno.ChildProcess;
  readonly #lines: Lines;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #read: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(home: string, words: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = ctxCommand(home, ["mcp", ...words], { env, stdin: "" }).spawn();
    this.#lines = new Lines(this.#child);
    this.#writer = this.#child.stdin.getWriter();
  }

  start(): Promise<void> {
    this.#read = (async () => {
      for (let line = await this.#lines.next(); line !== undefined; line = await this.#lines.next()) {
        this.onmessage?.(JSON.parse(line));
      }
    })();
    return Promise.resolve();
  }

  async send(message: Message): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writer.close();
    await this.#read;
    const stderr = await new Response(this.#child.stderr).text(), { code } = await this.#child.status;
    this.onclose?.();
    if (code !== 0 || stderr !== "") throw new Error(`ctx mcp ended with status ${code}: ${stderr}`);
  }
}

/** The protocol's own client, connected to `ctx mcp` on a root. */
export class McpClient implements AsyncDisposable {
  readonly client: Client;
  /** The notices of changes that came, by their addresses. */
  readonly updated: string[] = [];

  private constructor(client: Client) {
    this.client = client;
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      this.updated.push(params.uri);
    });
  }

  /**
   * Starts the command and connects to it.
   *
   * @param home The root. @param words What follows `ctx mcp`. @param era The protocol. @param env Variables to set.
   */
  static async connect(
    home: string,
    words: readonly string[] = [],
    era: Era = "legacy",
    env: Readonly<Record<string, string>> = {},
  ): Promise<McpClient> {
    const client = new Client({ name: "test client", version: "1" }, { versionNegotiation: ERAS[era] });
    await client.connect(new CtxTransport(home, words, env));
    return new McpClient(client);
  }

  /** Calls a tool; the client checks the data against the tool's schema. */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Called> {
    const result = await this.client.callTool({ name, arguments: { ...args } });
    const [content] = result.content as [{ type: string; text: string }];
    return { text: content.text, data: result.structuredContent, isError: result.isError === true };
  }

  /** The text of a resource. */
  async read(uri: string): Promise<string> {
    const { contents } = await this.client.readResource({ uri });
    return (contents[0] as { text: string }).text;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
