import { build } from 'vite';

/**
 * Builds the app with another version into the given folder, as `npm start` does after a change of
 * the sources. The chunk with the version and all chunks that import it get other names.
 */
const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error('Usage: secondBuild.ts <folder>');
await build({
  define: { __APP_VERSION__: JSON.stringify(process.env['BUILD_VERSION']) },
  build: { outDir, emptyOutDir: true },
  logLevel: 'warn',
});
