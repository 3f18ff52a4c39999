/**
 * A document that the app can show. Its address is the path on the server without language and time
 * zone.
 */
export interface DocumentFile {
  address: string;
  kind: 'receipt' | 'statement';
  /** A moment in the month of the statement; null for a receipt. */
  month: string | null;
}

const receipt = /^\/api\/orders\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/receipt\.pdf$/;
const statement = /^\/api\/orders\/statement\.pdf\?month=(20\d\d-(?:0[1-9]|1[0-2]))$/;

/**
 * Reads the query parameter `file`. Accepts only the addresses of receipts and statements on this
 * server.
 */
export function readDocumentFile(file: string | null): DocumentFile | null {
  if (file === null) return null;
  if (receipt.test(file)) return { address: file, kind: 'receipt', month: null };
  const month = statement.exec(file)?.[1];
  // Use noon on the 15th, because this moment is in the same month in every time zone.
  return month === undefined
    ? null
    : { address: file, kind: 'statement', month: `${month}-15T12:00:00Z` };
}
