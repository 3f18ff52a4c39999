import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Without the compile cache, the server would spend half of its start on compiling. The cache is as
// safe as the packages beside it, because the same users can write both.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { serve } = await import('./start/serve.ts');
await serve();
// By itself, Node writes the compile cache only at a normal exit, so a killed process would never
// write it.
flushCompileCache();
