import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two tests on two cores: the server's have a database each.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'contract',
          environment: 'node',
          include: ['{contract,locales}/**/*.test.ts'],
        },
      },
      {
        // The build puts it in; here it is any version.
        define: { __APP_VERSION__: '"0.0.0-test"' },
        test: {
          name: 'src',
          testTimeout: 20_000,
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts'],
          setupFiles: ['src/testing/setup.ts'],
          env: { TZ: 'America/Chicago' },
          // Styles are empty in tests, save where a test reads one.
          css: { include: [/\.css\?raw$/] },
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
