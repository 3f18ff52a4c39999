const base = 'https://internal.invalid';
// A browser removes tabs and line breaks from a URL, and treats a backslash as a slash. Therefore
// "/\t/evil.example" would lead to another host.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafe = /[\u0000-\u0020\u007F\\]/;

/**
 * Returns a safe path inside this app from untrusted input, such as a link. Returns `fallback` for
 * any input that could lead to another host.
 */
export function safeInternalPath(next: string | null | undefined, fallback = '/home'): string {
  if (!next || !next.startsWith('/') || unsafe.test(next)) return fallback;
  if (/^\/(%2f|%5c|\/)/i.test(next)) return fallback;
  const url = readUrl(next, base);
  // Check the resolved path, because a path such as "/.//evil.example" looks safe before it is
  // resolved.
  if (url?.origin !== base || /^\/(%2f|%5c|[\\/])/i.test(url.pathname)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}

/**
 * Parses a URL. Returns null if the text is no URL. The function replaces `URL.canParse`, which iOS
 * before 17 lacks.
 */
function readUrl(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
