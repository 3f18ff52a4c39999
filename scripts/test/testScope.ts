/**
 * Returns true in `npm run test:all`, which also runs the tests that are too slow for each change.
 * The test runner sets the environment variable.
 */
export function isCompleteRun(): boolean {
  return process.env['TEST_SCOPE'] === 'all';
}

/** Whether only a complete run contains the test with this full name. Its title, or that of its group, has the tag. */
export const isForAll = (fullName: string): boolean => fullName.includes('@all');
