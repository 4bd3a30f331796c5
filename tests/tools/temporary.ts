/**
 * Temporary folders and bare environments for the tests of the tools.
 *
 * @module
 */

/** The folder of this checkout, without a slash at its end. */
export const CHECKOUT = decodeURIComponent(new URL("../..", import.meta.url).pathname).replace(/\/$/, "");

/** Makes a folder whose name has spaces and quotes, hands it over, and removes it whatever happens. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const outer = await Deno.makeTempDir();
  const folder = `${outer}/it's a "quoted" name`;
  try {
    await Deno.mkdir(folder);
    return await work(folder);
  } finally {
    await Deno.remove(outer, { recursive: true });
  }
}

/** What a program did. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program that sees these variables and no others. */
export async function runBare(
  variables: Readonly<Record<string, string>>,
  program: string,
  args: readonly string[] = [],
  cwd: string = CHECKOUT,
): Promise<Ran> {
  const words = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const { code, stdout, stderr } = await new Deno.Command("env", {
    args: ["-i", ...words, program, ...args],
    cwd,
    stdin: "null",
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

/** Variables by which this machine's network is reached, if it needs any. */
export function networkVariables(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(Deno.env.toObject())) {
    if (
      /^(https?_proxy|no_proxy|ssl_cert_.*|deno_cert|deno_tls_ca_store|npm_config_registry|node_extra_ca_certs)$/i
        .test(name)
    ) {
      found[name] = value;
    }
  }
  return found;
}

/** Writes an executable script. */
export async function writeScript(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, 0o755);
}
