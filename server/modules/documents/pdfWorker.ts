import { parentPort } from 'node:worker_threads';
import { drawPaper } from './drawPaper.ts';
import type { Paper } from './paper.ts';

/** What the press is answered for a paper. */
export interface PrintAnswer {
  /** Null where it could not be drawn. */
  pdf: Uint8Array | null;
  problem: string | null;
}

parentPort?.on('message', (paper: Paper) => void answer(paper));

async function answer(paper: Paper): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(await print(paper));
}

async function print(paper: Paper): Promise<PrintAnswer> {
  try {
    return { pdf: await drawPaper(paper), problem: null };
  } catch (error) {
    return { pdf: null, problem: error instanceof Error ? (error.stack ?? '') : String(error) };
  }
}
