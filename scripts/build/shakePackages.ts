import type { Plugin } from 'vite';

interface Shaken {
  file: RegExp;
  changes: readonly (readonly [what: RegExp, by: string])[];
}

const packages: Readonly<Record<string, Shaken>> = {
  // It makes components for forms and for pages that a server renders as it loads.
  'react-router': {
    file: /\/react-router\/dist\/production\/[^/]+\.mjs$/,
    changes: [
      [/^\w+\.displayName = "\w+";$/gm, ''],
      [/= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ '],
    ],
  },
  // It says what is wrong with its setup where `debug` is on, which it never is.
  i18next: {
    file: /\/i18next\/dist\/esm\/i18next\.js$/,
    changes: [
      [/\bthis\.logger\.(?=(?:log|warn|deprecate|once)\()/g, '/* @__PURE__ */ this.logger.'],
    ],
  },
};

/**
 * Some packages do at their start, or say, what nobody here needs, and do not tell that this changes
 * nothing else. Told so, the bundler leaves it out.
 */
export function shakePackages(): Plugin {
  const unchanged = new Set(Object.keys(packages));
  return {
    name: 'shake-packages',
    apply: 'build',
    transform: {
      filter: { id: Object.values(packages).map(({ file }) => file) },
      handler(code, id) {
        let shaken = code;
        for (const [name, { file, changes }] of Object.entries(packages)) {
          if (!file.test(id)) continue;
          for (const [what, by] of changes) shaken = shaken.replace(what, by);
          if (shaken !== code) unchanged.delete(name);
        }
        return { code: shaken, map: null };
      },
    },
    buildEnd(error) {
      if (error || unchanged.size === 0) return;
      const names = [...unchanged].join(', ');
      throw new Error(`Written in another way now: ${names}. See scripts/build/shakePackages.ts`);
    },
  };
}
