import type { z } from 'zod';
import { GeocoderError } from './geocoder.ts';

const timeoutMs = 3_000;
/** The longest accepted answer, in characters. Five places need far less. */
const mostBytes = 512 * 1024;

/**
 * Calls a geocoder and reads its answer.
 *
 * @throws {GeocoderError} if no answer arrives in time, or if the answer is an error, too long or invalid.
 */
export async function askJson<T>(
  url: URL,
  headers: Record<string, string>,
  schema: z.ZodType<T>,
): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      headers,
      // A redirect could send the position of a rider to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await readText(response);
  } catch (error) {
    throw new GeocoderError('no answer', { cause: error });
  }
  if (!response.ok) {
    const asked = Number(response.headers.get('retry-after'));
    const isUsable = Number.isInteger(asked) && asked > 0;
    const wait = isUsable ? { retryAfter: Math.min(asked, 3600) } : {};
    throw new GeocoderError(`answered ${response.status}`, wait);
  }
  const parsed = schema.safeParse(readJson(text));
  if (!parsed.success) throw new GeocoderError('not understood', { cause: parsed.error });
  return parsed.data;
}

/**
 * Returns the URL of a call. The URL keeps the query of the configured address, because this query
 * may contain a key.
 */
export function callOf(base: string, path: string, query: Record<string, string>): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > mostBytes) throw new Error('the answer is too long');
  }
  return text;
}

/**
 * Parses a text. Returns undefined, which no schema accepts, if the text is not JSON. An example is
 * the page of a captive portal.
 */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
