/** The port to the provider of all text messages except login codes. */
export interface TextSender {
  /**
   * Sends a text to a number (E.164), with a time limit. A text is sent at most once, because it costs
   * money.
   */
  send(text: { to: string; body: string }): Promise<TextOutcome>;
}

/**
 * `dropped`: the text was refused or possibly sent, so it must not be sent again; `why` is for the log and
 * contains no number. `later`: the text was certainly not sent. Send it again, after `retryAfter` seconds
 * if the provider sent this number.
 */
export type TextOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'dropped'; readonly why: string }
  | { readonly outcome: 'later'; readonly retryAfter: number | null };
