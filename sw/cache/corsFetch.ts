/** The origins without support for CORS that the service worker has found since its start. */
const closed = new Set<string>();

/**
 * Fetches a file. If a page requests a file of another origin without CORS, as an `<img>` does, the answer is opaque:
 * its content is hidden, and in Chromium each cached opaque answer uses megabytes of the storage quota. Therefore this
 * function requests the file with CORS, so that the service worker can read the answer. If the origin does not support
 * CORS, the original request is sent. The page then gets the file, but the service worker does not cache it.
 */
export async function fetchWithCors(
  request: Request,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { origin } = new URL(request.url);
  if (request.mode !== 'no-cors' || origin === location.origin || closed.has(origin)) {
    return ask(request);
  }
  try {
    return await ask(new Request(request.url, { mode: 'cors', credentials: 'omit' }));
  } catch {
    const response = await ask(request);
    // The request with CORS failed, but the original request got an answer. So treat the origin as one without support
    // for CORS. Without a network, both requests fail.
    closed.add(origin);
    return response;
  }
}
