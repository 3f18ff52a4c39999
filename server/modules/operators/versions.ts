import { OpsError } from './opsError.ts';

interface Versioned {
  version: number;
  /** The version in which each field changed last. A field without a version has never changed. */
  field_versions: Readonly<Record<string, number>>;
}

/**
 * Refuses a change if the operator has not read the newest version. In this case, an operator or an
 * import has changed the values after the version that the operator read.
 *
 * @param present the values as operators see them.
 * @throws {OpsError} stale, with the values that have changed.
 */
export function refuseStale(
  { version, field_versions: changes }: Versioned,
  read: number,
  name: string,
  present: object,
): void {
  if (read === version) return;
  const changed = Object.fromEntries(
    Object.entries(present).filter(([field]) => (changes[field] ?? 1) > read),
  );
  const list = Object.entries(changed).map(
    ([field, value]) => `${field} is now ${JSON.stringify(value)}`,
  );
  throw new OpsError(
    'stale',
    `${name} has changed since version ${read}: ${list.join(', ') || 'no visible field changed'}. ` +
      `Read version ${version}, and repeat the change if it is still right.`,
    { version, changed },
  );
}

/** The version of a row after a change of these fields, for an update. */
export function nextVersion(
  { version, field_versions: before }: Versioned,
  changed: readonly string[],
): { version: number; field_versions: string } {
  const next = version + 1;
  const now = Object.fromEntries(changed.map((field) => [field, next]));
  return { version: next, field_versions: JSON.stringify({ ...before, ...now }) };
}
