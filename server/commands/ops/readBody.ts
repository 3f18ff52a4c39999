import type { z } from 'zod';
import { UsageError } from '../runCommand.ts';

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
