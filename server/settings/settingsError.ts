/** The environment variables are invalid; `message` is for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Returns values that must be configured together; null if all of them are absent.
 *
 * @throws {SettingsError} if only some of the values are given.
 */
export function complete<Name extends string>(
  parts: Record<Name, [variable: string, value: string | undefined]>,
): Record<Name, string> | null {
  const all = Object.entries<[string, string | undefined]>(parts);
  const missing = all.filter(([, [, value]]) => value === undefined);
  if (missing.length === all.length) return null;
  if (missing.length > 0) {
    const names = (of: typeof all) => of.map(([, [variable]]) => variable).join(', ');
    throw new SettingsError(`${names(all)} are required together. Missing: ${names(missing)}.`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names
  return Object.fromEntries(all.map(([name, [, value]]) => [name, value])) as Record<Name, string>;
}
