const base = 'https://internal.invalid';
// A browser strips tabs and line ends from a URL and takes a backslash for a slash, so that
// "/\t/evil.example" leads to another host.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafe = /[\u0000-\u0020\u007F\\]/;

/**
 * A path inside this app, from something that came with a link. Anything that could lead elsewhere
 * gives `fallback`.
 */
export function safeInternalPath(next: string | null | undefined, fallback = '/home'): string {
  if (!next || !next.startsWith('/') || unsafe.test(next)) return fallback;
  if (/^\/(%2f|%5c|\/)/i.test(next)) return fallback;
  const url = readUrl(next, base);
  // "/.//evil.example" is a path of ours until it is resolved.
  if (url?.origin !== base || /^\/(%2f|%5c|[\\/])/i.test(url.pathname)) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Null where it is none. `URL.canParse` is missing on iOS before 17. */
function readUrl(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
