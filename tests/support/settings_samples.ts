/** Settings of harnesses as people have them, by the file that they are in. */
export const SAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  json: {
    "an empty object": "{}",
    "an empty object and a newline": "{}\n",
    "an empty object over lines": "{\n}\n",
    "nothing": "",
    "a byte order mark alone": "\ufeff",
    "blank lines": "\n\n",
    "a byte order mark": '\ufeff{\n  "model": "opus"\n}\n',
    "CRLF": '{\r\n  "model": "opus",\r\n  "env": {\r\n    "A": "1"\r\n  }\r\n}\r\n',
    "tabs": '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n',
    "four spaces and no newline at the end": '{\n    "model": "opus"\n}',
    "one line": '{"model":"opus","env":{"A":"1"}}',
    "one line with spaces": '{ "model": "opus", "hooks": { "SessionStart": [ ] } }\n',
    "empty containers": '{\n  "env": {},\n  "hooks": { "SessionStart": [] },\n  "mcpServers": {}\n}\n',
    "an empty hooks over lines": '{\n  "hooks": {\n  }\n}\n',
    "comments":
      '// mine\n{\n  // the model\n  "model": "opus", // large\n  /* hooks */ "hooks": {\n    // none yet\n  }\n  // the end\n}\n// after\n',
    "a comment behind the last member": '{\n  "a": 1, // one\n  "b": 2 // two\n}\n',
    "a trailing comma": '{\n  "model": "opus",\n  "env": {\n    "A": "1",\n  },\n}\n',
    "a trailing comma and a comment": '{\n  "model": "opus", // large\n}\n',
    "somebody's hooks": `{
  "hooks": {
    "SessionStart": [
      {
        "matcher": "startup",
        "hooks": [{ "type": "command", "command": "echo hello" }]
      }
    ],
    "PreToolUse": [{ "matcher": "Bash", "hooks": [] }]
  },
  "permissions": { "allow": ["Bash(ls:*)"] }
}
`,
    "unicode, escapes and a large number":
      '{\n  "ключ": "\\u00e9 👩‍👩‍👧",\n  "n": 12345678901234567890,\n  "f": 1.10\n}\n',
  },
  toml: {
    "nothing": "",
    "a byte order mark": '\ufeffmodel = "gpt"\n',
    "CRLF": '# mine\r\nmodel = "gpt"\r\n\r\n[features]\r\nhooks = true\r\n',
    "no newline at the end": 'model = "gpt"\n[features]\nhooks = true',
    "comments":
      '# mine\nmodel = "gpt" # large\n\n[mcp_servers.other] # another\ncommand = "x"\nargs = [\n  "a", # one\n]\n# the end\n',
    "an environment written in one line":
      '[shell_environment_policy]\ninherit = "core"\nset = { FOO = "1" }\n\n[features]\nhooks = true\n',
    "an empty environment in one line": "[shell_environment_policy]\nset = {}\n",
    "a table of the environment":
      '[shell_environment_policy]\ninherit = "core"\n\n[shell_environment_policy.set]\nFOO = "1" # one\n\n[tui]\nx = 1\n',
    "an empty table of the environment": "[shell_environment_policy.set]\n",
    "arrays of tables":
      '[[hooks.SessionStart]]\nmatcher = "startup"\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "echo"\n',
    "dates and multi-line strings":
      "d = 2026-11-30\ns = \"\"\"\n[not.a.table]\n\"\"\"\nt = '''\n# no comment\n'''\n",
  },
  markdown: {
    "nothing": "",
    "text": "# Rules\n\n- One.\n",
    "no newline at the end": "# Rules",
    "CRLF and a byte order mark": "\ufeff# Rules\r\n\r\n- One.\r\n",
    "blank lines at the end": "# Rules\n\n\n",
    "a comment": "<!-- mine -->\n# Rules\n",
  },
  env: { "nothing": "", "keys": "GEMINI_API_KEY=abc\n# mine\nB='x y'", "CRLF": "A=1\r\n" },
};

/** Which kind of sample a file of a harness takes. */
export function kindOf(file: string): keyof typeof SAMPLES | undefined {
  if (/\.json$/.test(file)) return "json";
  if (/\.toml$/.test(file)) return "toml";
  if (/\.md$/.test(file)) return "markdown";
  if (/\.env$/.test(file)) return "env";
  return undefined;
}
