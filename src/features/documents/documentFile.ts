/** A document that the app can show, as its path on the server without language and time zone. */
export interface DocumentFile {
  address: string;
  kind: 'receipt' | 'statement';
  /** For a statement: a moment in its month. */
  month: string | null;
}

const receipt = /^\/api\/orders\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/receipt\.pdf$/;
const statement = /^\/api\/orders\/statement\.pdf\?month=(20\d\d-(?:0[1-9]|1[0-2]))$/;

/** Accepts only these documents of this server as `?file=`. */
export function readDocumentFile(file: string | null): DocumentFile | null {
  if (file === null) return null;
  if (receipt.test(file)) return { address: file, kind: 'receipt', month: null };
  const month = statement.exec(file)?.[1];
  // Noon on a day in the middle of the month is in that month in every time zone.
  return month === undefined
    ? null
    : { address: file, kind: 'statement', month: `${month}-15T12:00:00Z` };
}
