import { defineConfig } from 'vitest/config';
import { isCompleteRun, omittedTests } from './scripts/test/testScope.ts';

// Property tests use the same cases in each run, so that unrelated changes do not fail. Use
// PROPERTY_SEED=random to try new cases, or the seed of a failure to repeat it.
const { PROPERTY_SEED = '20261122', FUZZ_CASES = '25' } = process.env;
const omitted = omittedTests();
const provide = {
  propertySeed: PROPERTY_SEED === 'random' ? null : Number(PROPERTY_SEED),
  completeRun: isCompleteRun(),
  fuzzCases: Number(FUZZ_CASES),
};
const propertySeed = 'contract/testing/propertySeed.ts';
// Test files of screens that use `vi.mock` or `vi.resetModules`. All other files share the packages and jsdom with the
// files before them, so that the tests need only a third of the CPU time.
const isolated = 'src/**/*.isolated.test.tsx';
/** The limits are much longer than any test needs alone, because a busy machine may be many times slower. */
const timeouts = { testTimeout: 90_000, hookTimeout: 90_000 };
const globalSetup = 'server/testing/databases/dropTestDatabases.ts';

const app = (
  name: string,
  environment: 'jsdom' | 'node',
  include: string[],
  options: { exclude?: string[]; isolate?: boolean } = {},
) => ({
  // The build sets the version. Tests work with any version.
  define: { __APP_VERSION__: '"1.2.0"' },
  test: {
    name,
    ...timeouts,
    environment,
    include,
    ...options,
    setupFiles: ['src/testing/setup.ts', propertySeed],
    provide,
    env: { TZ: 'America/Chicago' },
    // Styles are empty in tests, except for a test that reads a file.
    css: { include: [/\.css\?raw$/] },
  },
});

export default defineConfig({
  test: {
    ...(omitted && { testNamePattern: new RegExp(`^(?!.*${omitted.source})`, 's') }),
    // More workers than the two cores of a small machine, because many tests wait for time-outs.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'contract',
          ...timeouts,
          environment: 'node',
          isolate: false,
          include: ['{contract,locales}/**/*.test.ts'],
          setupFiles: [propertySeed],
          provide,
        },
      },
      // A test of a screen needs a DOM. Other tests of the app name jsdom in their first line if they need it.
      app('screens', 'jsdom', ['src/**/*.test.tsx'], { exclude: [isolated], isolate: false }),
      app('isolated screens', 'jsdom', [isolated]),
      app('src', 'node', ['{src,sw}/**/*.test.ts'], { isolate: false }),
      {
        test: {
          name: 'server',
          environment: 'node',
          // Each test builds its own app and no module has state. Loading the modules only once saves a third
          // of the time.
          isolate: false,
          include: ['{server,sandbox}/**/*.test.ts'],
          globalSetup,
          setupFiles: [propertySeed],
          provide,
          ...timeouts,
        },
      },
      {
        // This project is separate from the project `server`, because the server forbids its image
        // library to read SVG files.
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.ts'],
          globalSetup,
          setupFiles: [propertySeed],
          provide,
          ...timeouts,
        },
      },
    ],
  },
});
