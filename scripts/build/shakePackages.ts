import type { Plugin } from 'vite';

interface PatchedPackage {
  file: RegExp;
  changes: readonly (readonly [what: RegExp, by: string])[];
}

const packages: Readonly<Record<string, PatchedPackage>> = {
  // When the package is loaded, it creates components for forms and server-rendered pages. The app
  // does not use these components.
  'react-router': {
    file: /\/react-router\/dist\/production\/[^/]+\.mjs$/,
    changes: [
      [/^\w+\.displayName = "\w+";$/gm, ''],
      [/= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ '],
    ],
  },
  // The package logs problems of its configuration if `debug` is on. In the app, `debug` is always
  // off.
  i18next: {
    file: /\/i18next\/dist\/esm\/i18next\.js$/,
    changes: [
      [/\bthis\.logger\.(?=(?:log|warn|deprecate|once)\()/g, '/* @__PURE__ */ this.logger.'],
    ],
  },
  // RTK Query polls with one timer for each query, and these timers also run in a hidden page. The
  // app polls with `usePolling` instead.
  '@reduxjs/toolkit': {
    file: /\/@reduxjs\/toolkit\/dist\/query\/rtk-query\.modern\.mjs$/,
    changes: [[/^\t\tbuildPollingHandler,$/m, '']],
  },
  // Leaflet assigns HTML to test whether the browser can draw SVG, because Leaflet's attribution
  // control shows a flag. Trusted Types forbid this assignment, and the app does not use the
  // attribution control.
  leaflet: {
    file: /\/leaflet\/dist\/leaflet-src\.esm\.js$/,
    changes: [[/var inlineSvg = [\s\S]*?\}\)\(\);/, 'var inlineSvg = false;']],
  },
  // The package resolves URLs with a <base> element, which the content security policy forbids.
  'dom-to-image-more': {
    file: /\/dom-to-image-more\/dist\/dom-to-image-more\.min\.js$/,
    changes: [
      [
        /resolveUrl:function\(e,t\)\{.*?,o\.href\}/s,
        'resolveUrl:function(e,t){return new URL(e,t).href}',
      ],
    ],
  },
};

/**
 * Some packages have code with side effects that the app does not need, or that the content
 * security policy of the app forbids. This plugin replaces such code, or marks it as free of side
 * effects, so that the bundler removes the code if nothing uses its result.
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
      throw new Error(`The source has changed: ${names}. See scripts/build/shakePackages.ts`);
    },
  };
}
