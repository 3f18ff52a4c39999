/** The port to the provider of text messages that are not codes. */
export interface TextSender {
  /**
   * Sends a text to a number (E.164), with a time limit. A text costs money, so it is sent at most
   * once.
   */
  send(text: { to: string; body: string }): Promise<TextOutcome>;
}

/**
 * `dropped`: refused, or possibly sent; do not try again. `why` is for the log and contains no
 * number. `later`: certainly not sent; try again, after `retryAfter` seconds if the provider sent
 * that.
 */
export type TextOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'dropped'; readonly why: string }
  | { readonly outcome: 'later'; readonly retryAfter: number | null };
