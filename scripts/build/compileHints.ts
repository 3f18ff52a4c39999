import type { Plugin } from 'vite';
import { isOfStart } from './chunks.ts';

/**
 * A browser reads a function a second time, on the page's own thread, when it is first called; the start
 * calls many. Those of a file that says so are read all at once, while it arrives and beside that thread,
 * where the browser can do that. It must be the first thing in the file.
 * https://v8.dev/blog/explicit-compile-hints
 */
const hint = '//# allFunctionsCalledOnLoad\n';

export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // After the build has put lists of files before the code.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && isOfStart(chunk.name)) chunk.code = hint + chunk.code;
        }
      },
    },
  };
}
