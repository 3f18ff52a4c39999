import { parentPort } from 'node:worker_threads';
import { drawDocument } from './drawDocument.ts';
import type { DocumentModel } from './documentModel.ts';

/** The answer of the thread for a document. */
export interface PrintAnswer {
  /** The PDF file. It is null if the document could not be drawn. */
  pdf: Uint8Array | null;
  problem: string | null;
}

parentPort?.on('message', (model: DocumentModel) => void answer(model));

async function answer(model: DocumentModel): Promise<void> {
  parentPort?.postMessage(await print(model), []);
}

async function print(model: DocumentModel): Promise<PrintAnswer> {
  try {
    return { pdf: await drawDocument(model), problem: null };
  } catch (error) {
    return { pdf: null, problem: error instanceof Error ? (error.stack ?? '') : String(error) };
  }
}
