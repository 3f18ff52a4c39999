import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Cache compiled code as `server/main.ts` does, because compilation takes half of the start time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { runUntilSignal } = await import('../server/start/runUntilSignal.ts');
const { startWorld } = await import('./world/startWorld.ts');
await runUntilSignal(startWorld);
flushCompileCache();
