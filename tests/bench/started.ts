const checkout = new URL("../../", import.meta.url).pathname;

/** How ctx is started: its script, and one that starts an empty program with the very flags that ctx gets. */
export interface Started {
  readonly ctx: string;
  readonly empty: string;
}

/** As users start it: installed, in a home folder of its own. */
export async function installed(home: string): Promise<Started> {
  await Deno.mkdir(home);
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "install"],
    cwd: checkout,
    env: {
      HOME: home,
      CTX_HOME: `${home}/ctx`,
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
    },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const ctx = `${home}/.local/bin/ctx`,
    empty = `${home}/.local/bin/empty`,
    text = await Deno.readTextFile(ctx);
  await Deno.writeTextFile(`${home}/empty.js`, "");
  await Deno.writeTextFile(empty, text.replace(/^program=.*$/m, `program='${home}/empty.js'`), {
    mode: 0o755,
  });
  return { ctx, empty };
}

/** As developers start it: from a checkout, module by module. */
export async function fromCheckout(folder: string): Promise<Started> {
  for (const name of ["conformance", "tools/npm"]) await Deno.mkdir(`${folder}/${name}`, { recursive: true });
  for (const name of ["conformance/ctx", "tools/npm/import_map.json", "deno.json", ".std_source"]) {
    await Deno.copyFile(`${checkout}${name}`, `${folder}/${name}`);
  }
  await Deno.writeTextFile(`${folder}/cli.ts`, "export {};\n");
  return { ctx: `${checkout}conformance/ctx`, empty: `${folder}/conformance/ctx` };
}
