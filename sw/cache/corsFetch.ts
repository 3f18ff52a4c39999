/** The hosts without support of CORS that the service worker has found since its start. */
const closed = new Set<string>();

/**
 * Fetches a picture of another host with CORS, so that the service worker can read the answer. An `<img>` requests the
 * picture without CORS and gets an opaque answer. The content of an opaque answer is hidden, and in Chromium each
 * cached opaque answer uses megabytes of the storage quota. If the host does not support CORS, the original request is
 * sent. The page then shows the picture, but the service worker does not cache it.
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
    // The request with CORS failed, but the original request got an answer, so the host does not
    // support CORS. Without a network, both requests fail.
    closed.add(origin);
    return response;
  }
}
