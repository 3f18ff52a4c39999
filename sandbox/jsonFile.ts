import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/**
 * A value that is stored in a file. A write creates a temporary file and renames it, so that a
 * killed process leaves either the old or the new value. Writes are synchronous, so that the value
 * is in the file before anyone uses it.
 */
export class JsonFile<T> {
  readonly #file: string;
  readonly #schema: z.ZodType<T>;

  constructor(file: string, schema: z.ZodType<T>) {
    this.#file = file;
    this.#schema = schema;
    mkdirSync(path.dirname(file), { recursive: true });
  }

  /**
   * Returns the value, or null if no value was written yet. Throws if the content of the file does not match the
   * schema.
   */
  read(): T | null {
    const text = readIfPresent(this.#file);
    return text === null ? null : this.#schema.parse(JSON.parse(text));
  }

  write(value: T): void {
    // The name contains the process id, because server and sandbox may write at the same time.
    const unfinished = `${this.#file}.${process.pid}.tmp`;
    writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600 });
    renameSync(unfinished, this.#file);
  }

  /** Writes the value, unless the file already contains a value. Returns the stored value. */
  create(value: T): T {
    const unfinished = `${this.#file}.${process.pid}.tmp`;
    writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600 });
    const isFirst = linkIfAbsent(unfinished, this.#file);
    rmSync(unfinished);
    return isFirst ? value : (this.read() ?? value);
  }
}

/** Creates the file `to` with the content of `from`. Returns false if `to` exists. */
function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
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
