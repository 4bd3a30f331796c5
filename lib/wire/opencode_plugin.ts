/**
 * The plugin of opencode, which asks for the system prompt anew at every request: the text is fetched once for each of
 * its sessions and given each time.
 *
 * @param hooks The start hooks, each by its words. @param variables What they, and opencode's shells, are to have.
 */
export function pluginText(
  hooks: readonly (readonly string[])[],
  variables: Readonly<Record<string, string>>,
): string {
  return `const variables = ${JSON.stringify(variables)};\nconst hooks = ${JSON.stringify(hooks)};\n${CODE}`;
}

const CODE = `const texts = new Map();

async function run(words) {
  try {
    const env = { ...process.env, ...variables };
    const child = Bun.spawn(words, { env, stdin: "ignore", stderr: "ignore", timeout: 10_000 });
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
