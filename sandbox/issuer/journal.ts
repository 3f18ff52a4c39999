import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/**
 * An append-only file with one entry per line. If the process is killed during a write, the last line is incomplete.
 * The next read removes that line. This is safe, because the issuer answers only after the line is complete.
 */
export class Journal<T> {
  readonly #file: string;
  readonly #schema: z.ZodType<T>;

  constructor(file: string, schema: z.ZodType<T>) {
    this.#file = file;
    this.#schema = schema;
    mkdirSync(path.dirname(file), { recursive: true });
  }

  read(): T[] {
    appendFileSync(this.#file, '', { mode: 0o600 });
    const text = readFileSync(this.#file, 'utf8');
    const whole = text.lastIndexOf('\n') + 1;
    if (whole < text.length) truncateSync(this.#file, Buffer.byteLength(text.slice(0, whole)));
    const lines = text.slice(0, whole).split('\n').filter(Boolean);
    return lines.map((line) => this.#schema.parse(JSON.parse(line)));
  }

  append(entry: T): void {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }
}
