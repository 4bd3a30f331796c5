// long: one table, with a row a harness: to split it would hide what differs.
import type { HarnessName } from "../memory/harness.ts";
import { pluginText } from "./opencode_plugin.ts";
import {
  byHand,
  envValue,
  exportLines,
  flags,
  into,
  json,
  pointer,
  TIMEOUT,
  versionedHooks,
} from "./pieces.ts";
import type { ByHand, Placement, StrictFile } from "./placement.ts";
import { shellLine } from "./program.ts";

/** What the rows of the table are made from. */
export interface Row {
  /** Which of a harness's possible files is there. */
  isThere(file: string): boolean;
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

/** What a row of the table gives. */
interface RowWiring {
  readonly pieces: readonly (Placement | ByHand)[];
  readonly strict?: readonly StrictFile[];
  readonly notes?: readonly string[];
}

/**
 * What each harness reads, and in which form, as of November 2026: its own documentation, and what was tried with
 * Claude Code 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0, opencode 1.18.33 and Copilot CLI 1.0.102. Cursor was not
 * to be had: what is said of it is read.
 */
export const TABLE: Readonly<
  Record<HarnessName, (row: Row) => RowWiring>
> = {
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
      strict: [{ file: settings, refuses: ["comments"] }],
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
          {
            format: "toml",
            isWhole: true,
            table: ["mcp_servers", "ctx"],
            values: { command, args, env: variables },
          },
        ),
      ],
      strict: [{ file: `${base}/.codex/hooks.json`, refuses: ["comments", "mark"] }],
      notes: [
        "Codex runs a new hook only once you have trusted it: look at what it asks at its next start.",
        "Codex's sandbox may keep its shell from writing to the context root: then add that to writable_roots, or have " +
        "it use the tools of the server.",
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
          text: Object.entries(variables).map(([name, value]) => `${name}=${envValue(value)}\n`)
            .join(""),
        }),
        ...into("mcp", settings, json(["mcpServers", "ctx"], "member", { command, args, env: variables })),
      ],
      strict: [{ file: settings, refuses: ["mark"] }],
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
        ...versionedHooks(hooks, hookLines.map((line) => ({ command: line, timeout: TIMEOUT }))),
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
  opencode: ({ isThere, base, isProject, variables, hooks, server, say }) => {
    const folder = isProject ? `${base}/.opencode` : `${base}/.config/opencode`,
      top = isProject ? base : folder;
    const config = [`${top}/opencode.jsonc`, `${top}/opencode.json`].find(isThere) ??
      `${top}/opencode.json`;
    return {
      pieces: [
        ...into("hook", `${folder}/plugins/ctx.ts`, { format: "file", text: pluginText(hooks, variables) }),
        ...into("pointer", `${top}/AGENTS.md`, pointer(say)),
        byHand(
          "environment",
          "nothing to do, since the plugin sets it for the shells of opencode",
          exportLines(variables),
        ),
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
      notes: ["Where you have an opencode.jsonc, the server goes there."],
    };
  },
  copilot: ({ base, isProject, variables, hookLines, server, sayAll: say }) => {
    const [command = "", ...args] = server,
      hooks = `${base}/${isProject ? ".github" : ".copilot"}/hooks/ctx.json`;
    return {
      pieces: [
        ...versionedHooks(
          hooks,
          hookLines.map((line) => ({ type: "command", bash: line, timeoutSec: TIMEOUT })),
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
