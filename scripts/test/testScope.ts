/**
 * Returns true in `npm run test:all`, which also runs the tests that are too slow to run after each
 * change. The test runner sets the environment variable `TEST_SCOPE`.
 */
export function isCompleteRun(): boolean {
  return process.env['TEST_SCOPE'] === 'all';
}

/**
 * Returns a pattern that matches the titles of the tests that this run omits, or null in a complete run. The tag may be
 * in the title of the test or of its group. CI omits only `@all`.
 */
export function omittedTests(): RegExp | null {
  if (isCompleteRun()) return null;
  return process.env['TEST_SCOPE'] === 'slow' ? /@all/ : /@(?:all|slow)/;
}
