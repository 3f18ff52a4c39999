import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const packages = new URL('../../node_modules/', import.meta.url);

/** The imported name, and the production file that it resolves to. */
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

/** Converts the code to an ES module. Throws if it has another format than React's production files. */
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
 * React is published as CommonJS, and a bundler keeps all functions of a CommonJS file. As ES modules,
 * its production files keep only the functions in use.
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
    // React DOM imports two functions that the scheduler has only in tests.
    onLog: (_level, { code, id }) => !(code === 'IMPORT_IS_UNDEFINED' && id && ids.has(id)),
  };
}
