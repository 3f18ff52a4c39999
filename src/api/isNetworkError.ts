const names = new Set(['AbortError', 'TimeoutError', 'NetworkError']);

/**
 * Whether an error of `fetch` means that no answer came, and not a mistake of ours. Told by name:
 * what aborts a call may belong to another realm than this code.
 */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && names.has(error.name));
}
