import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Half of a start is compiling. Who can write beside the packages could change the code itself.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { serve } = await import('./serve.ts');
await serve();
// Node itself writes it at the end only, which a killed process does not reach.
flushCompileCache();
