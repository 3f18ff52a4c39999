import type { Plugin } from 'vite';
import { isOfStart } from './chunks.ts';

/**
 * By default a browser compiles a function when it is first called, on the main thread, and the start
 * calls many functions. This hint makes it compile all functions of the file in the background during the
 * download, if the browser supports it. The hint must be the first thing in the file.
 * https://v8.dev/blog/explicit-compile-hints
 */
const hint = '//# allFunctionsCalledOnLoad\n';

export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // Runs after the build has inserted lists of files before the code.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && isOfStart(chunk.name)) chunk.code = hint + chunk.code;
        }
      },
    },
  };
}
