import { ensureBuilt, ensureInstalled, whenOrphaned } from './bootstrap.mjs';
import { runSideBySide } from './sideBySide.mjs';

await ensureInstalled();
const built = await ensureBuilt();
if (built !== 0) process.exit(built);

/**
 * Returns whether to start the sandbox. The rule is the same as in `server/settings/settings.ts`,
 * which cannot be loaded before the packages are installed.
 */
function simulates() {
  const { SANDBOX, NODE_ENV } = process.env;
  return SANDBOX ? ['1', 'true'].includes(SANDBOX) : NODE_ENV !== 'production';
}

const program = (/** @type {string} */ file) => ['--import', './scripts/stopWithParent.mjs', file];
const { stop, ended } = runSideBySide({
  ...(simulates() && { sandbox: program('sandbox/main.ts') }),
  server: program('server/main.ts'),
});
whenOrphaned(stop);
process.exit(await ended);
