import { assertEquals, assertStringIncludes } from "@std/assert";
import { pathAdvice } from "../../../tools/install/path_advice.ts";

const bin = "/home/ann/.local/bin";

Deno.test("pathAdvice() is silent when PATH names the folder", { permissions: "none" }, () => {
  for (const path of [bin, `/usr/bin:${bin}/`, `${bin}:/usr/bin`]) {
    assertEquals(pathAdvice({ bin, path, shell: "/bin/bash" }), undefined);
  }
});

Deno.test("pathAdvice() names the line and the file of the person's shell", { permissions: "none" }, () => {
  const advise = (shell: string) => pathAdvice({ bin, path: `/usr/bin:${bin}s`, shell }) ?? "";
  assertStringIncludes(advise("/bin/bash"), "add this line to ~/.bashrc");
  assertStringIncludes(advise("/usr/bin/zsh"), "add this line to ~/.zshrc");
  assertStringIncludes(advise(""), "add this line to ~/.profile");
  assertStringIncludes(advise(""), '\n  export PATH="$HOME/.local/bin:$PATH"');
  assertStringIncludes(advise("/usr/bin/fish"), "fish_add_path ~/.local/bin");
});
