import { build } from 'vite';

/**
 * Builds the app as `npm start` does after a change of its sources, into the folder that is named: its
 * version is another one, and with that every chunk that imports the one in which it is written.
 */
const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error('Usage: secondBuild.ts <folder>');
await build({
  define: { __APP_VERSION__: JSON.stringify(process.env['BUILD_VERSION']) },
  build: { outDir, emptyOutDir: true },
  logLevel: 'warn',
});
