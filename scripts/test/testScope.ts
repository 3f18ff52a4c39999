/**
 * Returns true in `npm run test:all`, which also runs the tests that are too slow for each change.
 * The test runner sets the environment variable.
 */
export function isCompleteRun(): boolean {
  return process.env['TEST_SCOPE'] === 'all';
}

/**
 * Returns what the titles of omitted tests contain: the tag of the test or of its group. Returns null in a complete
 * run. A test with the tag `@slow` runs in CI, a test with the tag `@all` only in a complete run.
 */
export function omittedTests(): RegExp | null {
  if (isCompleteRun()) return null;
  return process.env['TEST_SCOPE'] === 'slow' ? /@all/ : /@(?:all|slow)/;
}
