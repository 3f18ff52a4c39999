/** The port to the provider of text messages that are not codes. */
export interface TextSender {
  /**
   * Sends a text to a number (E.164), and ends in time. A text costs money: it is sent once, or not
   * at all.
   */
  send(text: { to: string; body: string }): Promise<TextOutcome>;
}

/**
 * `dropped`: refused for good, or perhaps sent, which is not tried again; `why` is for the log and
 * holds no number. `later`: certainly not sent; whole seconds, where the carrier named them.
 */
export type TextOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'dropped'; readonly why: string }
  | { readonly outcome: 'later'; readonly retryAfter: number | null };
