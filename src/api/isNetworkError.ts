const names = ['AbortError', 'TimeoutError', 'NetworkError'];

/**
 * Whether an error of `fetch` means that no answer came. Any other error is a bug in the app.
 * Compares names instead of classes, because an `AbortError` may come from another realm, where
 * `instanceof` fails.
 */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && names.includes(error.name));
}
