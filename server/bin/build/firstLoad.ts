import { fileURLToPath } from 'node:url';

/** What the grouping asks of rolldown. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const roots = ['main.tsx', 'pages/HomePage.tsx'].map((file) =>
  fileURLToPath(new URL(`../../../src/${file}`, import.meta.url)),
);

/**
 * One file for all that the first load of home needs, so that a slow line waits once and the
 * compression sees everything: the modules that the entry or the home page reach without a dynamic
 * import. Null leaves a module to the page that asks for it.
 */
export function firstLoad(): (id: string, modules: Modules) => string | null {
  let needed: ReadonlySet<string> | null = null;
  return (id, modules) => {
    needed ??= reachable(modules);
    return needed.has(id) ? 'start' : null;
  };
}

function reachable(modules: Modules): Set<string> {
  const found = new Set(roots);
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
