/** A document that the app can show, as the server's address of it without its language and zone. */
export interface DocumentFile {
  address: string;
  kind: 'receipt' | 'statement';
  /** Of a statement: a moment within its month. */
  month: string | null;
}

const receipt = /^\/api\/orders\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/receipt\.pdf$/;
const statement = /^\/api\/orders\/statement\.pdf\?month=(20\d\d-(?:0[1-9]|1[0-2]))$/;

/** What `?file=` may name: these documents of our own server, and nothing else. */
export function readDocumentFile(file: string | null): DocumentFile | null {
  if (file === null) return null;
  if (receipt.test(file)) return { address: file, kind: 'receipt', month: null };
  const month = statement.exec(file)?.[1];
  // Noon of a day in its middle is in the month in every zone.
  return month === undefined
    ? null
    : { address: file, kind: 'statement', month: `${month}-15T12:00:00Z` };
}
