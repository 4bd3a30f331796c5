import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { copy } from "@std/fs";
import { CHECKOUT, networkVariables, type Ran, runBare, withFolder, writeScript } from "../temporary.ts";

/** The variables of a person whose machine has no Deno on `PATH`. */
function variablesOf(home: string): Record<string, string> {
  const config = Deno.env.get("CTX_DENO_CONFIG");
  const other: Record<string, string> = config ? { CTX_DENO_CONFIG: config } : {};
  return { HOME: home, PATH: "/nowhere", SHELL: "/bin/zsh", NO_COLOR: "1", ...networkVariables(), ...other };
}

/** Runs a task of a checkout, this one if none is named, for somebody whose home is that folder. */
async function task(home: string, name: string, checkout = CHECKOUT): Promise<Ran> {
  return await runBare(variablesOf(home), Deno.execPath(), ["task", "-q", name], checkout);
}

/** Runs the installed ctx where there is no network, no cache, no Deno, and no registry. */
async function ctx(home: string, args: readonly string[], more: Record<string, string> = {}): Promise<Ran> {
  const dead = { JSR_URL: "http://127.0.0.1:1/", NPM_CONFIG_REGISTRY: "http://127.0.0.1:1/" };
  return await runBare(
    { HOME: home, PATH: "/nowhere", ...Object.keys(more).includes("HTTPS_PROXY") ? {} : dead, ...more },
    `${home}/.local/bin/ctx`,
    args,
    home,
  );
}

/** The names in a folder, sorted. */
function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
}

/** The folders that hold copies of ctx. */
function appsIn(home: string): string[] {
  return namesIn(`${home}/.local/share/ctx`).filter((name) => name.startsWith("app-"));
}

Deno.test("install puts a ctx into the home folder that needs neither checkout, network, cache nor Deno", async () => {
  await withFolder(async (home) => {
    const installed = await task(home, "install");
    assertEquals([installed.code, installed.err], [0, ""]);
    assertStringIncludes(installed.out, `Installed ${home}/.local/bin/ctx`);
    assertStringIncludes(installed.out, "add this line to ~/.zshrc");
    assertStringIncludes(installed.out, "=== ctx brief ");
    assertEquals((await Deno.stat(`${home}/ctx/RULES.md`)).isFile, true);

    // Nothing but what the installation itself put there stands in the home folder now.
    await Deno.remove(`${home}/.cache`, { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
    assertEquals((await ctx(home, ["set", "k_port", "it's", "8443"])).code, 0);
    const read = await ctx(home, ["get", "k_port", "--raw"]);
    assertEquals([read.code, read.out.trimEnd()], [0, "it's 8443"]);
    assertEquals((await ctx(home, ["start"])).code, 0);
  });
});

Deno.test("the installed ctx serves and wires without a network, and names its launcher in what it wires", async () => {
  await withFolder(async (home) => {
    assertEquals((await task(home, "install")).code, 0);
    await Deno.remove(`${home}/.cache`, { recursive: true }).catch(() => {});
    const hello = '{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{' +
      '"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}';
    await writeScript(`${home}/hello`, `#!/bin/sh\nprintf '%s\\n' '${hello}' | "$HOME/.local/bin/ctx" mcp\n`);
    // The registry's name is that under which its packages were kept; nothing answers there.
    const { NPM_CONFIG_REGISTRY = "" } = networkVariables(), proxy = "http://127.0.0.1:1/";
    const dead = {
      JSR_URL: proxy,
      HTTPS_PROXY: proxy,
      HTTP_PROXY: proxy,
      ...NPM_CONFIG_REGISTRY && { NPM_CONFIG_REGISTRY },
    };
    const served = await runBare({ HOME: home, PATH: "/usr/bin:/bin", ...dead }, `${home}/hello`, [], home);
    assertStringIncludes(served.out, '"supportedVersions":["2026-07-28"]');
    assertEquals([served.code, served.err], [0, ""]);
    const { apply } = JSON.parse((await ctx(home, ["wire", "codex", "--json"], dead)).out);
    const applied = await runBare(
      { HOME: home, PATH: "/usr/bin:/bin", ...dead },
      "/bin/sh",
      ["-c", apply],
      home,
    );
    assertEquals([applied.code, applied.err], [0, ""]);
    const [{ hooks: [{ command }] }] =
      JSON.parse(await Deno.readTextFile(`${home}/.codex/hooks.json`)).hooks.SessionStart;
    const started = await runBare(
      { HOME: home, PATH: "/nowhere", ...dead },
      "/bin/sh",
      ["-c", command],
      home,
    );
    assertStringIncludes(started.out, '{"hookSpecificOutput":');
  });
});

Deno.test("the installed ctx takes any CTX_HOME, and no grants from CTX_GRANTS", async () => {
  await withFolder(async (home) => {
    assertEquals((await task(home, "install")).code, 0);
    const root = `${home}/other root`;
    const written = await ctx(home, ["set", "k_port", "8443"], { CTX_HOME: root });
    assertEquals([written.code, (await Deno.stat(`${root}/memory/shared.json`)).isFile], [0, true]);
    // A word that Deno does not know would end the run.
    const asked = await ctx(home, ["get", "k_port"], { CTX_HOME: root, CTX_GRANTS: "--no-such-flag" });
    assertEquals(asked.code, 0);
  });
});

Deno.test("install over an installation keeps the copy that may still run, and the notes", async () => {
  await withFolder(async (home) => {
    assertEquals((await task(home, "install")).code, 0);
    const [first] = appsIn(home);
    assertEquals((await ctx(home, ["set", "k_port", "8443"])).code, 0);

    assertEquals((await task(home, "install")).code, 0);
    const second = appsIn(home).find((name) => name !== first);
    assertEquals(appsIn(home), [first, second].sort());
    assertStringIncludes(await Deno.readTextFile(`${home}/.local/bin/ctx`), `/${second}'`);

    assertEquals((await task(home, "install")).code, 0);
    assertEquals(appsIn(home).length, 2);
    assert(!appsIn(home).includes(first ?? ""), "the copy before the last is still there");
    assertStringIncludes((await ctx(home, ["get", "k_port"])).out, "8443");
  });
});

Deno.test("install works from a checkout and into a home folder whose names a shell and an address take for signs", async () => {
  await withFolder(async (folder) => {
    const checkout = `${folder}/100%41 #1?x&y`, home = `${folder}/50%41 #2?\nz`;
    for (const name of ["lib", "tools", "conformance", "cli.ts", "mod.ts", "deno.json"]) {
      await copy(`${CHECKOUT}/${name}`, `${checkout}/${name}`);
    }
    await copy(`${CHECKOUT}/.std_source`, `${checkout}/.std_source`).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
    await Deno.mkdir(home);
    const installed = await task(home, "install", checkout);
    assertEquals([installed.code, installed.err], [0, ""]);
    const [first] = appsIn(home);
    assertEquals((await task(home, "install", checkout)).code, 0);
    assertEquals((await task(home, "install", checkout)).code, 0);
    // The one in use before is kept beside the new one, so it was found in the launcher.
    assertEquals([appsIn(home).length, appsIn(home).includes(first!)], [2, false]);
    await Deno.remove(checkout, { recursive: true });
    assertEquals((await ctx(home, ["set", "k", "v"])).code, 0);
    assertEquals((await ctx(home, ["get", "k", "--raw"])).out, "v");
  });
});

Deno.test("install refuses a checkout that lies where the notes would, and writes nothing", async () => {
  await withFolder(async (home) => {
    for (const name of ["lib", "tools", "conformance", "cli.ts", "mod.ts", "deno.json"]) {
      await copy(`${CHECKOUT}/${name}`, `${home}/ctx/${name}`);
    }
    const { code, err } = await task(home, "install", `${home}/ctx`);
    assertEquals(code, 1);
    assertEquals(
      err,
      `install: this checkout lies where your notes would, "${home}/ctx": move it, or set CTX_HOME, then install again\n`,
    );
    assertEquals(namesIn(home).includes(".local"), false);
  });
});

Deno.test("install leaves a ctx that is not ours alone, and says so", async () => {
  await withFolder(async (home) => {
    await Deno.mkdir(`${home}/.local/bin`, { recursive: true });
    await writeScript(`${home}/.local/bin/ctx`, "#!/bin/sh\necho another\n");
    const refused = await task(home, "install");
    assertEquals([refused.code, refused.out], [1, ""]);
    assertEquals(
      refused.err,
      `install: "${home}/.local/bin/ctx" is not ours: move it away, then install again\n`,
    );
    assertEquals(await Deno.readTextFile(`${home}/.local/bin/ctx`), "#!/bin/sh\necho another\n");
    assertEquals(namesIn(`${home}/.local`), ["bin"]);

    await Deno.remove(`${home}/.local/bin/ctx`);
    await Deno.symlink("/nowhere/ctx", `${home}/.local/bin/ctx`);
    assertEquals((await task(home, "install")).code, 1);
    await Deno.remove(`${home}/.local/bin/ctx`);

    await Deno.mkdir(`${home}/.local/share/ctx`, { recursive: true });
    await Deno.writeTextFile(`${home}/.local/share/ctx/theirs`, "");
    assertStringIncludes((await task(home, "install")).err, `"${home}/.local/share/ctx" is not ours`);
    assertEquals(namesIn(`${home}/.local/share/ctx`), ["theirs"]);
  });
});

Deno.test("uninstall takes out what install put there, and leaves the notes and what is not ours", async () => {
  await withFolder(async (home) => {
    assertEquals((await task(home, "install")).code, 0);
    assertEquals((await ctx(home, ["set", "k_port", "8443"])).code, 0);
    await Deno.writeTextFile(`${home}/.local/share/ctx/theirs`, "");

    const left = await task(home, "uninstall");
    assertEquals(left.code, 1);
    assertEquals(left.err, `uninstall: left "${home}/.local/share/ctx/theirs": it is not ours\n`);
    assertEquals([namesIn(`${home}/.local/bin`), namesIn(`${home}/.local/share/ctx`)], [[], ["theirs"]]);
    assertEquals((await Deno.stat(`${home}/ctx/memory/shared.json`)).isFile, true);

    await Deno.remove(`${home}/.local/share/ctx/theirs`);
    await Deno.remove(`${home}/.local/share/ctx`);
    assertEquals((await task(home, "install")).code, 0);
    assertEquals((await task(home, "uninstall")).code, 0);
    assertEquals([namesIn(`${home}/.local/bin`), namesIn(`${home}/.local/share`)], [[], []]);
    assertEquals((await task(home, "uninstall")).out, "ctx is not installed here\n");
  });
});
