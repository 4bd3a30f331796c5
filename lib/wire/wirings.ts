import type { JsonValue } from "../json/exact.ts";
import { HARNESSES, type HarnessName } from "../memory/harness.ts";
import { clip } from "../text/excerpt.ts";
import { type Program, shellLine } from "./program.ts";
import type { ByHand, Content, Placement, WirePart, Wiring } from "./placement.ts";

/** What a wiring is made from. */
export interface WiringFacts {
  /** The user's home folder. */
  readonly userHome: string;
  /** The project whose files are used instead of the user's own; absolute. */
  readonly project?: string;
  /** Who writes there; the harness's own name when absent. */
  readonly author?: string;
  /** The context root, where it is not the one that is used without `CTX_HOME`. */
  readonly contextHome?: string;
  /** How ctx is run. */
  readonly program: Program;
  /** Start in this folder and below it alone. */
  readonly under?: string;
  /** Whether the start hook is put in three times, each with a cap of its own: rules, brief, summary. */
  readonly inParts?: boolean;
  /** Which of a harness's possible files is there. */
  isThere(file: string): boolean;
}

/** What the rows of the table are made from. */
interface Row {
  readonly facts: WiringFacts;
  readonly author: string;
  /** The folder of the user, or of the project. */
  readonly base: string;
  readonly isProject: boolean;
  /** The variables that ctx needs there. */
  readonly variables: Readonly<Record<string, string>>;
  /** The start hooks, each by its words. */
  readonly hooks: readonly (readonly string[])[];
  /** The same, each as a line for a shell that has none of the variables. */
  readonly hookLines: readonly string[];
  /** The words that start the server. */
  readonly server: readonly string[];
  /** What the pointer says, to an agent whose shell has the variables, or has not. */
  readonly say: string;
  readonly sayAll: string;
}

type Pieces = readonly (Placement | ByHand)[];

/** A time for hooks, in seconds: ctx itself ends after three. */
const TIMEOUT = 10;

const json = (
  at: readonly string[],
  as: "member" | "element",
  value: JsonValue,
  isShared?: boolean,
): Content => ({ format: "json", at, as, value, isShared });
const into = (part: WirePart, file: string, ...contents: Content[]): Placement[] =>
  contents.map((content) => ({ part, file, content }));
const byHand = (part: ByHand["part"], where: string, text: string): ByHand => ({ part, where, text });

/**
 * What each harness reads, and in which form, as of November 2026: its own documentation, and what was tried with
 * Claude Code 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0, opencode 1.18.33 and Copilot CLI 1.0.102. Cursor was not
 * to be had: what is said of it is read.
 */
const TABLE: Readonly<Record<HarnessName, (row: Row) => { pieces: Pieces; notes?: readonly string[] }>> = {
  claude: ({ base, isProject, variables, hooks, server, say }) => {
    const settings = `${base}/.claude/${isProject ? "settings.local.json" : "settings.json"}`;
    const hook = (words: readonly string[]) =>
      json(["hooks", "SessionStart"], "element", {
        hooks: [{ type: "command", command: words[0]!, args: words.slice(1), timeout: TIMEOUT }],
      });
    const [command = "", ...args] = server;
    const added = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    return {
      pieces: [
        ...into("hook", settings, ...hooks.map(hook)),
        ...into("pointer", `${base}/${isProject ? "CLAUDE.md" : ".claude/CLAUDE.md"}`, pointer(say)),
        ...into(
          "environment",
          settings,
          ...Object.entries(variables).map(([name, value]) => json(["env", name], "member", value)),
        ),
        ...isProject
          ? into(
            "mcp",
            `${base}/.mcp.json`,
            json(["mcpServers", "ctx"], "member", { type: "stdio", command, args, env: variables }),
          )
          : [byHand(
            "mcp",
            "a shell, since Claude Code itself writes ~/.claude.json while it runs",
            shellLine(["claude", "mcp", "add", "--scope", "user", "ctx", "-e", ...added, "--", ...server]),
          )],
      ],
      notes: ["Claude Code ignores a settings.json with comments or trailing commas whole."],
    };
  },
  codex: ({ base, isProject, variables, hookLines, server, say }) => {
    const [command = "", ...args] = server;
    return {
      pieces: [
        ...into(
          "hook",
          `${base}/.codex/hooks.json`,
          ...hookLines.map((line) =>
            json(["hooks", "SessionStart"], "element", {
              hooks: [{ type: "command", command: line, timeout: TIMEOUT, statusMessage: "ctx" }],
            })
          ),
        ),
        ...into("pointer", `${base}/${isProject ? "AGENTS.md" : ".codex/AGENTS.md"}`, pointer(say)),
        ...into("environment", `${base}/.codex/config.toml`, {
          format: "toml",
          table: ["shell_environment_policy", "set"],
          values: variables,
        }),
        ...into(
          "mcp",
          `${base}/.codex/config.toml`,
          { format: "toml", table: ["mcp_servers", "ctx"], values: { command, args } },
          { format: "toml", table: ["mcp_servers", "ctx", "env"], values: variables },
        ),
      ],
      notes: [
        "Codex runs a new hook only once you have trusted it: look at what it asks at its next start.",
        "Codex drops all hooks of a hooks.json with comments or a byte order mark.",
      ],
    };
  },
  gemini: ({ base, isProject, variables, hookLines, server, say }) => {
    const [command = "", ...args] = server, settings = `${base}/.gemini/settings.json`;
    return {
      pieces: [
        ...into(
          "hook",
          settings,
          ...hookLines.map((line) =>
            json(["hooks", "SessionStart"], "element", {
              hooks: [{ type: "command", name: "ctx", command: line, timeout: TIMEOUT * 1000 }],
            })
          ),
        ),
        ...into("pointer", `${base}/${isProject ? "GEMINI.md" : ".gemini/GEMINI.md"}`, pointer(say)),
        ...into("environment", `${base}/.gemini/.env`, {
          format: "block",
          comment: "hash",
          text: Object.entries(variables).map(([name, value]) => `${name}="${value.replaceAll('"', "")}"\n`)
            .join(""),
        }),
        ...into("mcp", settings, json(["mcpServers", "ctx"], "member", { command, args, env: variables })),
      ],
      notes: [
        "Gemini CLI reads one .env file alone, the nearest: a project's own hides this one.",
        "Its first request may leave before the hook has answered; the pointer is what it can rely on.",
      ],
    };
  },
  cursor: ({ base, isProject, variables, hookLines, server, sayAll: say }) => {
    const [command = "", ...args] = server, hooks = `${base}/.cursor/hooks.json`;
    return {
      pieces: [
        ...into(
          "hook",
          hooks,
          json(["version"], "member", 1, true),
          ...hookLines.map((line) =>
            json(["hooks", "sessionStart"], "element", { command: line, timeout: TIMEOUT })
          ),
        ),
        ...isProject
          ? into("pointer", `${base}/AGENTS.md`, pointer(say))
          : [byHand("pointer", "Cursor's settings, Rules, User Rules: it has no file for them", say)],
        byHand("environment", "the shell that Cursor is started from", exportLines(variables)),
        ...into(
          "mcp",
          `${base}/.cursor/mcp.json`,
          json(["mcpServers", "ctx"], "member", { command, args, env: variables }),
        ),
      ],
      notes: ["A prompt that is sent at once can leave before the hook has answered."],
    };
  },
  opencode: ({ facts, base, isProject, variables, hooks, server, say }) => {
    const folder = isProject ? `${base}/.opencode` : `${base}/.config/opencode`,
      top = isProject ? base : folder;
    const config = [`${top}/opencode.jsonc`, `${top}/opencode.json`].find(facts.isThere) ??
      `${top}/opencode.json`;
    return {
      pieces: [
        ...into("hook", `${folder}/plugins/ctx.ts`, { format: "file", text: pluginText(hooks, variables) }),
        ...into("pointer", `${top}/AGENTS.md`, pointer(say)),
        byHand("environment", "nowhere: the plugin sets it for the shell", exportLines(variables)),
        ...into(
          "mcp",
          config,
          json(["mcp", "ctx"], "member", {
            type: "local",
            command: [...server],
            enabled: true,
            environment: variables,
          }),
        ),
      ],
    };
  },
  copilot: ({ base, isProject, variables, hookLines, server, sayAll: say }) => {
    const [command = "", ...args] = server,
      hooks = `${base}/${isProject ? ".github" : ".copilot"}/hooks/ctx.json`;
    return {
      pieces: [
        ...into(
          "hook",
          hooks,
          json(["version"], "member", 1, true),
          ...hookLines.map((line) =>
            json(["hooks", "sessionStart"], "element", { type: "command", bash: line, timeoutSec: TIMEOUT })
          ),
        ),
        ...into(
          "pointer",
          `${base}/${isProject ? "AGENTS.md" : ".copilot/copilot-instructions.md"}`,
          pointer(say),
        ),
        byHand("environment", "the shell that copilot is started from", exportLines(variables)),
        ...isProject
          ? [
            byHand(
              "mcp",
              "a shell: Copilot CLI keeps servers for a user alone",
              shellLine(["copilot", "mcp", "add", "ctx", ...flags(variables), "--", ...server]),
            ),
          ]
          : into(
            "mcp",
            `${base}/.copilot/mcp-config.json`,
            json(["mcpServers", "ctx"], "member", {
              type: "local",
              command,
              args,
              env: variables,
              tools: ["*"],
            }),
          ),
      ],
    };
  },
  plain: ({ base, variables, hookLines, server, sayAll: say }) => ({
    pieces: [
      ...hookLines.map((line) =>
        byHand("hook", "what the harness runs when a session starts, its output added to the context", line)
      ),
      ...into("pointer", `${base}/AGENTS.md`, pointer(say)).map(({ file }) =>
        byHand("pointer", `the file that the harness reads at every start, such as ${file}`, say)
      ),
      byHand("environment", "the harness's environment", exportLines(variables)),
      byHand(
        "mcp",
        "the harness's list of servers, if it has one",
        JSON.stringify(
          { mcpServers: { ctx: { command: server[0]!, args: server.slice(1), env: variables } } },
          null,
          2,
        ),
      ),
    ],
  }),
};

/**
 * All that wires a harness: hook, pointer, environment, server, and the line for its private memory (§5.3, §13.6).
 *
 * @param harness Which. @param facts What it is made from.
 */
export function wiringOf(harness: HarnessName, facts: WiringFacts): Wiring {
  const { userHome, project, program, under, inParts, contextHome } = facts;
  const author = facts.author ?? (harness === "plain" ? "your agent" : HARNESSES[harness].name);
  const variables: Record<string, string> = {
    CTX_AUTHOR: author,
    ...contextHome && { CTX_HOME: contextHome },
  };
  const more = under === undefined ? [] : ["--under", under];
  const hooks = (inParts ? [["--part", "rules"], ["--part", "brief"], ["--part", "summary"]] : [[]])
    .map((part) => [...program.words, "start", "--hook", harness, ...part, ...more]);
  const { pieces, notes = [] } = TABLE[harness]({
    facts,
    author,
    base: project ?? userHome,
    isProject: project !== undefined,
    variables,
    hooks,
    hookLines: hooks.map((words) => shellLine(words, variables)),
    server: [...program.words, "mcp"],
    // What a project's file says is read on other machines too.
    say: pointerText(project === undefined ? program.words : ["ctx"], author, {}),
    sayAll: pointerText(project === undefined ? program.words : ["ctx"], author, variables),
  });
  const placements = pieces.filter((piece): piece is Placement => "file" in piece);
  const memory = byHand(
    "memory",
    "the harness's private memory, if it keeps one",
    "Project memory is ctx: run ctx start.",
  );
  return {
    harness,
    author,
    placements,
    byHand: [...pieces.filter((piece): piece is ByHand => "where" in piece), memory],
    notes,
  };
}

/** A pointer as a marked block. */
function pointer(text: string): Content {
  return { format: "block", comment: "html", text };
}

/** The pointer of §5.3. */
function pointerText(
  words: readonly string[],
  author: string,
  variables: Readonly<Record<string, string>>,
): string {
  const line = shellLine(words, variables), isShort = !line.includes(" "), ctx = isShort ? line : "ctx";
  return [
    ...isShort ? [] : [`Here \`ctx\` stands for \`${line}\`.`],
    `At the start of every session, run \`${ctx} start\` and follow the rules it prints, unless they stand above already.`,
    `Record what you learn with \`${ctx} set\` as you go. You are ${
      clip(author, 80)
    }: sign your session summary and your`,
    "commits with it.",
  ].join("\n") + "\n";
}

function exportLines(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables).map(([name, value]) => `export ${shellLine([], { [name]: value })}`).join(
    "\n",
  );
}

function flags(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
}

/** opencode asks for the system prompt anew at every request: the text is fetched once and given each time. */
function pluginText(
  hooks: readonly (readonly string[])[],
  variables: Readonly<Record<string, string>>,
): string {
  return `const variables = ${JSON.stringify(variables)};
const hooks = ${JSON.stringify(hooks)};
const texts = new Map();

async function run(words) {
  try {
    const child = Bun.spawn(words, { env: { ...process.env, ...variables }, stdin: "ignore", stderr: "ignore" });
    return await new Response(child.stdout).text();
  } catch {
    return "";
  }
}

function textOf(session) {
  if (!texts.has(session)) texts.set(session, Promise.all(hooks.map(run)).then((parts) => parts.join("")));
  return texts.get(session);
}

export const Ctx = async () => ({
  "experimental.chat.system.transform": async ({ sessionID }, output) => {
    const text = sessionID ? await textOf(sessionID) : "";
    if (text) output.system.push(text);
  },
  "shell.env": async (_input, output) => {
    Object.assign(output.env, variables);
  },
});
`;
}
