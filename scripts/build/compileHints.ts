import type { Plugin } from 'vite';
import { isOfStart } from './chunks.ts';

/**
 * By default, a browser compiles a function on the main thread when the function is first called, and the start of the
 * app calls many functions. If a browser supports this hint, it compiles all functions of the file in the background
 * during the download. The hint must be at the start of the file.
 * https://v8.dev/blog/explicit-compile-hints
 */
const hint = '//# allFunctionsCalledOnLoad\n';

export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // Run after the build has inserted its lists of files before the code.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && isOfStart(chunk.name)) chunk.code = hint + chunk.code;
        }
      },
    },
  };
}
