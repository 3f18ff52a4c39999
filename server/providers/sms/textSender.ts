/** The port to the provider of all text messages except login codes. */
export interface TextSender {
  /**
   * Sends a text to a number (E.164), with a time limit. A text is sent at most once, because it costs
   * money.
   */
  send(text: { to: string; body: string }): Promise<TextOutcome>;
}

/**
 * `dropped`: the text was refused or possibly sent, so it must not be sent again; `why` is for the log and contains no
 * number. `later`: the text was certainly not sent, so the caller should send it again. `retryAfter` is the number of
 * seconds to wait, if the provider sent it.
 */
export type TextOutcome =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'dropped'; readonly why: string }
  | { readonly outcome: 'later'; readonly retryAfter: number | null };
