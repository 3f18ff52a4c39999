import { defineConfig } from 'vitest/config';

// The same cases at every run, so that a check of one change does not fail for another's sake; new ones are
// looked for on purpose, with PROPERTY_SEED=random, or with the number a failure names.
const { PROPERTY_SEED = '20261122' } = process.env;
const provide = { propertySeed: PROPERTY_SEED === 'random' ? null : Number(PROPERTY_SEED) };
const propertySeed = 'contract/testing/propertySeed.ts';

export default defineConfig({
  test: {
    // Two tests on two cores: the server's have a database each.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'contract',
          environment: 'node',
          isolate: false,
          include: ['{contract,locales}/**/*.test.ts'],
          setupFiles: [propertySeed],
          provide,
        },
      },
      {
        // The build puts it in; here it is any version.
        define: { __APP_VERSION__: '"1.2.0"' },
        test: {
          name: 'src',
          testTimeout: 20_000,
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts'],
          setupFiles: ['src/testing/setup.ts', propertySeed],
          provide,
          env: { TZ: 'America/Chicago' },
          // Styles are empty in tests, save where a test reads one.
          css: { include: [/\.css\?raw$/] },
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          // Each test builds an app of its own, so that no module keeps anything: loaded once, the server
          // is tested in two thirds of the time.
          isolate: false,
          include: ['{server,sandbox}/**/*.test.ts'],
          setupFiles: [propertySeed],
          provide,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Apart from the server, because the server forbids its picture library to read drawings.
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.ts'],
          setupFiles: [propertySeed],
          provide,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
