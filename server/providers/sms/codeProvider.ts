import type { Language } from '../../../contract/config.ts';

/** The port to the provider of one-time codes. The server creates and checks the codes. */
export type CodeProvider = TextCodeProvider | TemplateCodeProvider;

/** A provider that sends the text of the server. */
export interface TextCodeProvider {
  readonly hasOwnText: false;
  /**
   * Sends a text. `code` is the code in this text; only the sandbox uses it. If the provider does
   * not accept the text, the promise rejects.
   */
  send(message: { to: string; body: string; code: string }): Promise<void>;
}

/**
 * A provider that writes the text itself: the server passes only the code. Each call has a time
 * limit, and is repeated only if this does no harm.
 */
export interface TemplateCodeProvider {
  readonly hasOwnText: true;
  /**
   * Sends a code to a number (E.164) and returns the provider's reference of the message.
   *
   * @throws {CodeProviderError} if the provider refuses, or does not respond.
   */
  send(order: {
    to: string;
    language: Language;
    code: string;
    /** Whether an earlier code to this number may still be pending at the provider. */
    hasEarlier: boolean;
  }): Promise<string>;
  /**
   * Reports to the provider that the rider entered the code. Also succeeds if the provider no longer has the message.
   *
   * @throws {CodeProviderError}
   */
  approve(reference: string): Promise<void>;
  /**
   * Checks a code that the provider created for an earlier version of the server. `gone`: the provider no longer has
   * the code.
   *
   * @throws {CodeProviderError} if the provider refuses the call, or does not respond.
   */
  check(reference: string, code: string): Promise<CodeVerdict>;
}

export type CodeVerdict = 'right' | 'wrong' | 'gone' | 'exhausted';

/**
 * Why a call failed; `unavailable` also if the provider did not answer. The names are error codes of
 * `contract/errors.ts`.
 */
export type CodeRefusal = 'phoneInvalid' | 'countryNotServed' | 'tooManyRequests' | 'unavailable';

/** The message of this error is for the log, so it must contain no number, code or key. */
export class CodeProviderError extends Error {
  override readonly name = 'CodeProviderError';
  readonly reason: CodeRefusal;
  /** The seconds to wait, as a whole number; null if the provider sent none. */
  readonly retryAfter: number | null;
  /** True if the provider's answer is missing or unclear, so that the text may have been sent. */
  readonly mayBeSent: boolean;

  constructor(
    reason: CodeRefusal,
    message: string,
    {
      retryAfter = null,
      mayBeSent = false,
      cause,
    }: { retryAfter?: number | null; mayBeSent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.mayBeSent = mayBeSent;
  }
}
