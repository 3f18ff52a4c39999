import type { z } from 'zod';
import { refuse, UsageError } from '../runCommand.ts';

/** Reads the options of a command. @throws {UsageError} that names the first wrong option. */
export function readBody<T extends z.ZodType<object>>(
  schema: T,
  body: object,
  words: Readonly<Record<string, string>> = {},
): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? '');
  const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(words[name] ?? `--${option} is missing or invalid.`);
}

/**
 * Reads `--version`; null without it.
 *
 * @throws {UsageError} if it is not a whole number above zero.
 */
export function readVersion(version: string | undefined): number | null {
  refuse(
    version !== undefined && !/^[1-9]\d{0,8}$/.test(version),
    '--version is a number such as 3.',
  );
  return version === undefined ? null : Number(version);
}
