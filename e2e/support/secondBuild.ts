import { build } from 'vite';

/**
 * Builds the app with another version into the given folder, as `npm start` builds it after a
 * change of the sources. The chunk that contains the version gets another name, and so do all
 * chunks that import it.
 */
const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error('Usage: secondBuild.ts <folder>');
await build({
  define: { __APP_VERSION__: JSON.stringify(process.env['BUILD_VERSION']) },
  build: { outDir, emptyOutDir: true },
  logLevel: 'warn',
});
