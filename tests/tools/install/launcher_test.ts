import { assertEquals, assertThrows } from "@std/assert";
import { appOfLauncher, launcherText, quote } from "../../../tools/install/launcher.ts";
import { LAUNCHER_MARK, placesIn } from "../../../tools/install/places.ts";

Deno.test("quote() makes one word of the shell from any text", async () => {
  const texts = ["", "plain", "it's", "''", 'a "b" $HOME `date` \\ !', "two\nlines", "-n", "é 🙂"];
  const script = texts.map((text) => `printf '%s\\0' ${quote(text)}`).join("\n");
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
  assertEquals(new TextDecoder().decode(stdout).split("\0"), [...texts, ""]);
});

Deno.test("launcherText() ends as conformance/ctx does, and opens with what it alone knows", {
  permissions: "none",
}, () => {
  const script =
    "#!/bin/sh\nfirst\n# The installed launcher is the same from here on: why\nroot=1\nexec it\n";
  const text = launcherText({
    script,
    app: "/h's/app-1",
    program: "/h's/app-1/cli.ts",
    cache: "/h's/cache",
    deno: "/opt/deno",
  });
  const lines = text.split("\n");
  assertEquals(lines.slice(0, 5), [
    "#!/bin/sh",
    LAUNCHER_MARK,
    "app='/h'\\''s/app-1'",
    "program='/h'\\''s/app-1/cli.ts'",
    "deno='/opt/deno'",
  ]);
  assertEquals(lines.slice(-3), ["root=1", "exec it", ""]);
  assertThrows(
    () => launcherText({ script: "#!/bin/sh\n", app: "", program: "", cache: "", deno: "" }),
    Error,
    "conformance/ctx lacks the line",
  );
});

Deno.test("placesIn() wants an absolute home folder", { permissions: "none" }, () => {
  assertEquals(placesIn("/home/ann/").launcher, "/home/ann/.local/bin/ctx");
  assertEquals(placesIn("/").share, "/.local/share/ctx");
  for (const home of [undefined, "", "home"]) {
    assertThrows(() => placesIn(home), Error, `HOME does not name a folder: "${home ?? ""}"`);
  }
});

Deno.test("appOfLauncher() finds the folder that a launcher runs, whatever the home folder is called", {
  permissions: "none",
}, () => {
  const script = "# The installed launcher is the same from here on\n";
  for (const home of ["/home/a", "/home/it's", "/home/two\nlines", "/h\napp='/x/app-no'\ny", "/%41#?"]) {
    const app = `${home}/.local/share/ctx/app-1`;
    const text = launcherText({ script, app, program: `${app}/cli.ts`, cache: "/cache", deno: "/deno" });
    assertEquals(appOfLauncher(text), "app-1", home);
  }
  assertEquals(appOfLauncher("#!/bin/sh\nexec ctx\n"), undefined);
});
