import { Worker } from 'node:worker_threads';
import { ProblemError } from '../../http/problem.ts';
import type { DocumentModel } from './documentModel.ts';
import type { PrintAnswer } from './pdfWorker.ts';

/**
 * The maximum number of threads. Each thread draws one document at a time. With two threads, a long statement does not
 * delay all other documents.
 */
const mostWorkers = 2;
/** The maximum number of waiting documents. */
const mostWaiting = 40;
/**
 * At most this many documents of one rider or operator may wait or be drawn at the same time, so
 * that one person cannot delay the documents of all others.
 */
const mostEach = 3;
/** The time limit for drawing a document. A thread that takes longer is stuck, because no document takes this long. */
const timeoutMs = 30_000;

interface Job {
  model: DocumentModel;
  whose: string | null;
  resolve: (pdf: Uint8Array) => void;
  reject: (error: Error) => void;
}

interface Printer {
  worker: Worker;
  /** The current document. It is null while the thread is idle. */
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

/** Draws documents in separate threads, because a drawing needs much CPU time and must not block requests. */
export class PdfQueue {
  readonly #printers: Printer[] = [];
  readonly #waiting: Job[] = [];

  /**
   * @param whose the id of a rider, or `operator:` and a name; null for documents of the server itself.
   * @throws {ProblemError} unavailable, if too many documents wait; tooManyRequests, if too many documents of `whose`
   * wait or are being drawn.
   */
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
    const error = new Error('the PDF queue is closed');
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    await Promise.all(
      this.#printers.splice(0).map((printer) => {
        removeJob(printer)?.reject(error);
        return printer.worker.terminate();
      }),
    );
  }

  /** Gives the next waiting document to an idle thread or to a new thread. */
  #next(): void {
    if (this.#waiting.length === 0) return;
    const free = this.#printers.find(({ job }) => job === null);
    if (!free && this.#printers.length >= mostWorkers) return;
    const printer = free ?? this.#start();
    printer.job = this.#waiting.shift() ?? null;
    printer.timer = setTimeout(() => this.#end(printer, new Error('drawing timed out')), timeoutMs);
    printer.worker.postMessage(printer.job?.model, []);
  }

  #start(): Printer {
    const worker = new Worker(new URL('pdfWorker.ts', import.meta.url));
    // The thread must not keep the process running. While a document is pending, its request keeps the process running.
    worker.unref();
    const printer: Printer = { worker, job: null, timer: undefined };
    worker.on('message', ({ pdf, problem }: PrintAnswer) => {
      if (pdf) {
        removeJob(printer)?.resolve(pdf);
        this.#next();
      } else {
        // The thread ends after a failure. It may lack a typeface, and then all its later documents would fail, too.
        this.#end(printer, new Error(`a document could not be drawn: ${problem ?? ''}`));
      }
    });
    worker.on('error', (error) =>
      this.#end(printer, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on('exit', () => this.#end(printer, new Error('the thread ended')));
    this.#printers.push(printer);
    return printer;
  }

  /** Ends a thread and rejects its document. Another thread draws the waiting documents. */
  #end(printer: Printer, error: Error): void {
    const index = this.#printers.indexOf(printer);
    if (index === -1) return;
    this.#printers.splice(index, 1);
    removeJob(printer)?.reject(error);
    void printer.worker.terminate();
    this.#next();
  }
}

function removeJob(printer: Printer): Job | null {
  const { job } = printer;
  clearTimeout(printer.timer);
  printer.job = null;
  return job;
}
