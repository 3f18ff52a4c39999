import { Worker } from 'node:worker_threads';
import { ProblemError } from '../../http/problem.ts';
import type { DocumentModel } from './documentModel.ts';
import type { PrintAnswer } from './pdfWorker.ts';

/** One thread draws while another is busy with a long statement; each draws one paper at a time. */
const mostWorkers = 2;
/** Papers that may wait for each other. */
const mostWaiting = 40;
/** Of one rider, drawn or waiting: with more, others would wait behind one who asks for everything. */
const mostEach = 3;
/** No drawing takes so long; a thread that does is stuck. */
const timeoutMs = 30_000;

interface Job {
  model: DocumentModel;
  whose: string | null;
  resolve: (pdf: Uint8Array) => void;
  reject: (error: Error) => void;
}

interface Printer {
  worker: Worker;
  /** What it draws; null while it has nothing to do. */
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

/** Draws papers in threads of their own: a drawing keeps a processor busy, and requests must not wait. */
export class PdfQueue {
  readonly #printers: Printer[] = [];
  readonly #waiting: Job[] = [];

  /** @throws {ProblemError} unavailable, while too many papers wait already; tooManyRequests, of `whose`. */
  async print(model: DocumentModel, whose: string | null = null): Promise<Buffer> {
    const drawn = this.#printers.flatMap(({ job }) => job ?? []);
    const theirs = [...drawn, ...this.#waiting].filter((job) => job.whose === whose);
    if (whose !== null && theirs.length >= mostEach) {
      throw new ProblemError('tooManyRequests', { retryAfter: 5 });
    }
    if (this.#waiting.length >= mostWaiting)
      throw new ProblemError('unavailable', { retryAfter: 5 });
    const pdf = await new Promise<Uint8Array>((resolve, reject) => {
      this.#waiting.push({ model, whose, resolve, reject });
      this.#next();
    });
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  }

  async close(): Promise<void> {
    const error = new Error('the press is closed');
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    await Promise.all(
      this.#printers.splice(0).map((printer) => {
        takeJob(printer)?.reject(error);
        return printer.worker.terminate();
      }),
    );
  }

  /** Has a thread that is free, or a new one, draw what has waited longest. */
  #next(): void {
    if (this.#waiting.length === 0) return;
    const free = this.#printers.find(({ job }) => job === null);
    if (!free && this.#printers.length >= mostWorkers) return;
    const printer = free ?? this.#start();
    printer.job = this.#waiting.shift() ?? null;
    printer.timer = setTimeout(() => this.#end(printer, new Error('drawing timed out')), timeoutMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    printer.worker.postMessage(printer.job?.model);
  }

  #start(): Printer {
    const worker = new Worker(new URL('pdfWorker.ts', import.meta.url));
    // What still has to be drawn keeps a request open, and that the process.
    worker.unref();
    const printer: Printer = { worker, job: null, timer: undefined };
    worker.on('message', ({ pdf, problem }: PrintAnswer) => {
      if (pdf) {
        takeJob(printer)?.resolve(pdf);
        this.#next();
      } else {
        // Perhaps it lacks a typeface, for all papers to come.
        this.#end(printer, new Error(`a paper could not be drawn: ${problem ?? ''}`));
      }
    });
    worker.on('error', (error) =>
      this.#end(printer, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on('exit', () => this.#end(printer, new Error('the thread ended')));
    this.#printers.push(printer);
    return printer;
  }

  /** What waits is drawn by another thread. */
  #end(printer: Printer, error: Error): void {
    const index = this.#printers.indexOf(printer);
    if (index === -1) return;
    this.#printers.splice(index, 1);
    takeJob(printer)?.reject(error);
    void printer.worker.terminate();
    this.#next();
  }
}

function takeJob(printer: Printer): Job | null {
  const { job } = printer;
  clearTimeout(printer.timer);
  printer.job = null;
  return job;
}
