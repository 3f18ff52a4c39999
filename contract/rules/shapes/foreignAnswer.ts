/** Whether this is the media type of the server's own errors. */
export function isProblemType(contentType: string | null): boolean {
  return contentType?.startsWith('application/problem+json') ?? false;
}

/**
 * Whether a captive portal or a proxy sent the error. Such an error has nothing to do with the state of the server. The
 * status 511 always comes from a portal. A 5xx from a gateway in front of the server counts as the server's own error.
 */
export function isForeignError(status: number, contentType: string | null): boolean {
  const isOne = (status >= 400 && status < 500) || status === 511;
  return isOne && !isProblemType(contentType);
}
