import { isThere, LAYOUT } from "../store/root.ts";
import { type Found, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** The context packages that are kept: damaged files, and pins that lead nowhere (ctxpkg §9.1, §14.1). */
export async function checkPackages({ root }: Patient): Promise<Found[]> {
  if (!isThere(root.file(LAYOUT.packages))) return [];
  // Only where there are any: it brings along all that reads a package.
  const { allKept, fileNamesFor, isUnread, readLock, UNREAD } = await import("../pkg/kept/package_folder.ts");
  const kept = await allKept(root), unread = new Set(kept.filter(isUnread).map(({ file }) => file));
  const bad = kept.flatMap(({ file, verification: { faults: [fault] } }) => {
    if (fault === undefined) return [];
    if (unread.has(file)) return [wrong(fault.message, UNREAD)];
    return [
      wrong(
        `${LAYOUT.packages}/${file} is damaged: ${fault.message}`,
        `ctx pkg remove ${file}, then import it again`,
      ),
    ];
  });
  const lost = readLock(root).filter(({ name, version, artifact_sha256 }) =>
    !kept.some(({ artifactSha256 }) => artifactSha256 === artifact_sha256) &&
    !fileNamesFor(name, version).some((file) => unread.has(file))
  );
  return [
    ...bad,
    ...lost.map(({ name, version }) =>
      wrong(
        `the package ${name}@${version} is pinned in ${LAYOUT.packageLock}, and its file is gone or another`,
        "Import it again; without it its entries go out as plain facts.",
      )
    ),
  ];
}
