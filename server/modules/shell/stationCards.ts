import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { Semaphore } from '../../http/limits/semaphore.ts';
import type { CardTexts } from './cardDrawing.ts';

const script = fileURLToPath(new URL('drawStationCard.ts', import.meta.url));
/** The maximum number of cached pictures. Each picture has about 20 KB. */
const mostCached = 200;
const timeoutMs = 20_000;

/** Draws the pictures of stations, one at a time, and caches the most recently used pictures. */
export class StationCards {
  readonly #cached = new Map<string, Promise<Buffer>>();
  readonly #drawing = new Semaphore({ maxConcurrent: 1, maxWaiting: 8 });

  /**
   * The picture with these texts, as PNG.
   *
   * @throws {ProblemError} `unavailable` if too many drawings wait.
   */
  async draw(texts: CardTexts): Promise<Buffer> {
    const key = JSON.stringify(texts);
    const known = this.#cached.get(key);
    // A `Map` keeps the order of insertion. Insert the picture again, so that the least recently used picture comes
    // first.
    this.#cached.delete(key);
    const drawn = known ?? this.#drawing.run(() => runScript(key));
    this.#cached.set(key, drawn);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > mostCached && oldest !== undefined) this.#cached.delete(oldest);
    try {
      return await drawn;
    } catch (error) {
      this.#cached.delete(key);
      throw error;
    }
  }
}

async function runScript(input: string): Promise<Buffer> {
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: timeoutMs,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  child.stdin.on('error', () => {
    // The process has ended before it read the input. Ignore the error here, because the exit code below shows the
    // failure.
  });
  child.stdin.end(input);
  const [picture, code] = await Promise.all([buffer(child.stdout), ended]);
  if (code !== 0) throw new Error(`the picture of a station was not drawn (${code})`);
  return picture;
}
