import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const packages = new URL('../../node_modules/', import.meta.url);

/** For each name in an import, the file with the production code. */
export const reactFiles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    react: 'react/cjs/react.production.js',
    'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
    'react-dom': 'react-dom/cjs/react-dom.production.js',
    'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
    scheduler: 'scheduler/cjs/scheduler.production.js',
    'use-sync-external-store/with-selector.js':
      'use-sync-external-store/cjs/use-sync-external-store-with-selector.production.js',
  }).map(([name, file]) => [name, fileURLToPath(new URL(file, packages))]),
);

const requires = /^var (\w+ = require\("[\w-]+"\)(?:,\s+\w+ = require\("[\w-]+"\))*);$/gm;

/**
 * Converts CommonJS code to an ES module. Throws if the code does not have the format of React's
 * production files.
 */
export function toModule(code: string, id: string): string {
  const names = new Set<string>();
  const body = code
    .replace(requires, (_, list: string) =>
      list.replace(/(\w+) = require\(("[\w-]+")\)(?:,\s+)?/g, 'import * as $1 from $2;\n'),
    )
    .replace(/^exports\.(\w+) =/gm, (_, name: string) => {
      if (names.has(name)) return `export_${name} =`;
      names.add(name);
      return `var export_${name} =`;
    })
    .replace(/\bexports\.(\w+)/g, 'export_$1');
  if (names.size === 0 || /\brequire\(|\bexports[.[]|\bmodule\.exports\b/.test(body)) {
    throw new Error(`${id} has another format: see scripts/build/reactModules.ts`);
  }
  const list = [...names].map((name) => `export_${name} as ${name}`);
  return `${body}
export { ${list.join(', ')} };
export * as default from ${JSON.stringify(id)};
`;
}

/**
 * Converts React's production files from CommonJS to ES modules. A bundler includes all functions
 * of a CommonJS file, but only the used functions of an ES module.
 */
export function reactModules(): Plugin {
  const ids = new Set(reactFiles.values());
  return {
    name: 'react-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: (name) => reactFiles.get(name),
    transform: {
      filter: { id: [...ids] },
      handler: (code, id) => ({ code: toModule(code, id), map: null }),
    },
    // Ignore the warning about two functions that React DOM imports: the scheduler exports them
    // only for tests.
    onLog: (_level, { code, id }) => !(code === 'IMPORT_IS_UNDEFINED' && id && ids.has(id)),
  };
}
