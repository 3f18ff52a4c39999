import { paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { fetchFile } from '../../api/files.ts';
import { readSessionId } from '../../api/session.ts';
import { storePrivate, readPrivate } from '../../api/privateCache.ts';
import { saveFile } from '../../lib/device/saveFile.ts';

interface DocumentRequest {
  /** The path on the server without language and time zone. */
  address: string;
  language: string;
}

export interface DocumentView {
  /** The object URL of the document's bytes. It is valid only in this page. */
  url: string;
  name: string;
  /** The size in bytes. */
  size: number;
  /**
   * If this is the stored copy: when the copy was fetched, in milliseconds since the epoch. The
   * value is null if the server has sent the document now.
   */
  oldFrom: number | null;
}

interface ExportRequest {
  /** The first and the last day, such as `2026-11-01`. Both are included. */
  from: string;
  to: string;
  language: string;
}

const mostStored = 20;
const storedAtHeader = 'x-kept-at';
const storedNameHeader = 'x-kept-name';

/**
 * Maps each object URL to its bytes, because the store holds only the URL. The bytes stay in memory until a later
 * answer replaces them, or until the store drops the answer.
 */
const files = new Map<string, File>();
/** The object URL of each request. A later answer to the same request replaces the URL. */
const shown = new Map<string, string>();

const keyOf = ({ address, language }: DocumentRequest) => `${language} ${address}`;

function show(key: string, url: string | null): void {
  const before = shown.get(key);
  if (before !== undefined) {
    URL.revokeObjectURL(before);
    files.delete(before);
  }
  if (url === null) shown.delete(key);
  else shown.set(key, url);
}

export function documentBytes({ url }: DocumentView): File | null {
  return files.get(url) ?? null;
}

function view(blob: Blob, name: string, oldFrom: number | null): { data: DocumentView } {
  const file = new File([blob], name, { type: 'application/pdf' });
  const url = URL.createObjectURL(file);
  files.set(url, file);
  return { data: { url, name, size: file.size, oldFrom } };
}

function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

async function readStored(address: string): Promise<{ data: DocumentView } | null> {
  const stored = await readPrivate('private-documents', address, readSessionId());
  if (stored === null) return null;
  const at = Number(stored.headers.get(storedAtHeader));
  return view(await stored.blob(), stored.headers.get(storedNameHeader) ?? 'document.pdf', at);
}

function keep(session: string | null, address: string, blob: Blob, name: string): Promise<void> {
  const headers = {
    'content-type': 'application/pdf',
    [storedAtHeader]: String(Date.now()),
    [storedNameHeader]: name,
  };
  const answer = new Response(blob, { headers });
  return storePrivate('private-documents', address, answer, { session, most: mostStored });
}

const documentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Gets a PDF and stores it on this device. Returns the stored PDF if the server does not
     * answer.
     */
    getDocument: build.query<DocumentView, DocumentRequest>({
      queryFn: async ({ address, language }, { signal, dispatch }) => {
        const session = readSessionId();
        const query = new URLSearchParams({ language, timeZone: zone() }).toString();
        const url = `${address}${address.includes('?') ? '&' : '?'}${query}`;
        const answer = await fetchFile(url, 'application/pdf', { signal, dispatch });
        if ('error' in answer) {
          const stored = answer.error.code === 'network' ? await readStored(address) : null;
          return stored ?? answer;
        }
        const name = answer.name ?? 'document.pdf';
        await keep(session, address, answer.data, name);
        return view(answer.data, name, null);
      },
      onQueryStarted: async (request, { queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer !== null) show(keyOf(request), answer.data.url);
      },
      onCacheEntryAdded: async (request, { cacheEntryRemoved }) => {
        await cacheEntryRemoved;
        show(keyOf(request), null);
      },
    }),

    /** Saves the orders of a period as a CSV file. */
    exportOrders: build.mutation<null, ExportRequest>({
      queryFn: async ({ from, to, language }, { signal, dispatch }) => {
        const query = new URLSearchParams({ from, to, language, timeZone: zone() }).toString();
        const url = `${paths.ordersCsv}?${query}`;
        const answer = await fetchFile(url, 'text/csv', { signal, dispatch });
        if ('error' in answer) return answer;
        saveFile(answer.data, answer.name ?? 'orders.csv');
        return { data: null };
      },
    }),
  }),
});

export const { useGetDocumentQuery, useExportOrdersMutation } = documentsApi;
