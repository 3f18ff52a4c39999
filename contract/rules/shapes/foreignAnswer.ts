/** The media type of the server's own errors. */
export function isProblemType(contentType: string | null): boolean {
  return contentType?.startsWith('application/problem+json') ?? false;
}

/**
 * Whether an error is that of a portal or a proxy on the way (511 is a portal's by its meaning): it
 * says nothing of the server. What a gateway before the server answers for it, a 5xx, does.
 */
export function isForeignError(status: number, contentType: string | null): boolean {
  const isOne = (status >= 400 && status < 500) || status === 511;
  return isOne && !isProblemType(contentType);
}
