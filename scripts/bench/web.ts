import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, pinnedEnvironment, root, run } from '../bootstrap.mjs';

/**
 * Compares the app in Chromium with a hand-written static page, or with the apps of
 * `--others name=url,name=url` (e2e/bench/web.bench.ts).
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    parts: { type: 'string', default: 'lighthouse,paint,tasks,useful,repeat,offline' },
    json: { type: 'string' },
    others: { type: 'string' },
  },
});
await ensureBuilt();
const playwright = join(root, 'node_modules', '.bin', 'playwright');
process.exit(
  await run(playwright, ['test', '--config=e2e/bench.config.ts', 'web'], {
    ...pinnedEnvironment(),
    WEB_RUNS: values.runs,
    WEB_PARTS: values.parts,
    ...(values.json !== undefined && { WEB_JSON: values.json }),
    ...(values.others !== undefined && { WEB_OTHERS: values.others }),
  }),
);
