import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/**
 * A value kept in a file of its own. Written whole and renamed into place, so a process killed at any
 * moment leaves the old value or the new one. Synchronous on purpose: what was written is true before
 * anyone is told about it.
 */
export class JsonFile<T> {
  readonly #file: string;
  readonly #schema: z.ZodType<T>;

  constructor(file: string, schema: z.ZodType<T>) {
    this.#file = file;
    this.#schema = schema;
    mkdirSync(path.dirname(file), { recursive: true });
  }

  /** Null where nothing was written yet. Throws where the file holds something else. */
  read(): T | null {
    const text = readIfPresent(this.#file);
    return text === null ? null : this.#schema.parse(JSON.parse(text));
  }

  write(value: T): void {
    const unfinished = `${this.#file}.tmp`;
    writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600 });
    renameSync(unfinished, this.#file);
  }
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
