import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import packageJson from './package.json' with { type: 'json' };
import { appFiles } from './scripts/build/appFiles.ts';
import { classNames } from './scripts/build/classNames.ts';
import { Chunks } from './scripts/build/chunks.ts';
import { compileHints } from './scripts/build/compileHints.ts';
import { firstPaint } from './scripts/build/firstPaint.ts';
import { precompress } from './scripts/build/precompress.ts';
import { qrScannerWorker } from './scripts/build/qrScannerWorker.ts';
import { licenses } from './scripts/build/licenses.ts';
import { orderPrecache } from './scripts/build/orderPrecache.ts';
import { reactModules } from './scripts/build/reactModules.ts';
import { shakePackages } from './scripts/build/shakePackages.ts';

/** The address of the server for `npm run dev`. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

const production = (file: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}.mjs`, import.meta.url));

const chunks = new Chunks();
const shipped = licenses();

export default defineConfig({
  resolve: {
    // Without this alias, the exports of the package resolve to its development build, even in production.
    alias: [
      { find: /^react-router$/, replacement: production('index') },
      { find: /^react-router\/dom$/, replacement: production('dom-export') },
      // The default entry is not an ES module, and its wrapper would be a part of the first load.
      { find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' },
    ],
  },
  css: { modules: { generateScopedName: classNames() } },
  define: { __APP_VERSION__: JSON.stringify(packageJson.version) },
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    // The start scripts decide when each file is fetched; see scripts/build/firstPaint.ts.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Inline constants, so that the first load contains only the API paths that it uses, not the list of all paths.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: { groups: chunks.groups },
        chunkFileNames: ({ name, moduleIds }) =>
          `${chunks.folderOf(name, moduleIds)}[name]-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `${chunks.folderOfStyle(name)}[name]-[hash][extname]`,
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/gbfs': { target: server, changeOrigin: false },
      '/ops': { target: server, changeOrigin: false },
      '/sandbox': { target: server, changeOrigin: false },
    },
  },
  worker: { plugins: () => [shipped.collector()] },
  plugins: [
    react(),
    reactModules(),
    shakePackages(),
    firstPaint(),
    compileHints(),
    appFiles(),
    qrScannerWorker(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: null,
      // The plugin must not generate a manifest, because appFiles() generates the manifest that
      // index.html links.
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', 'manifest.webmanifest'],
        // These files are cached after their first use: see sw/cache/lateCode.ts, and
        // sw/cache/texts.ts for the strings. The other files in assets/online/ and assets/texts/
        // are not here, because the service worker selects them from the list of files and caches
        // them separately.
        globIgnores: [
          'assets/clusterIndex-*.js',
          'assets/heatLayer-*.js',
          'assets/InstallHow-*.js',
          'assets/outline-*.js',
          'assets/qr-scanner-worker-*.js',
          'assets/dom-to-image-more*.js',
          'assets/libphonenumber-js-*.js',
          'assets/phoneNumbers-*.js',
          'assets/streets.worker-*.js',
          'assets/help.*.js',
          'assets/texts/*/legal-*.js',
          'assets/texts/*/favourites-*.js',
          'assets/texts/*/radar-*.js',
          'assets/texts/*/reservations-*.js',
          'assets/online/stripeParts-*.*',
        ],
        manifestTransforms: [orderPrecache],
        buildPlugins: { vite: [shipped.collector()] },
      },
    }),
    shipped.plugin(),
    precompress(),
  ],
});
