import type { Language } from '../../../contract/config.ts';

/** The port to the provider of one-time codes: it sends our own text, or creates its own codes. */
export type CodeProvider = TextCodeProvider | CheckingCodeProvider;

/** Sends a given text; the server creates and checks the code. */
export interface TextCodeProvider {
  readonly checks: false;
  /**
   * Sends a text. `code` is the code in the text; only the sandbox reads it. Rejects if the
   * provider did not accept the text; the caller tries again.
   */
  send(message: { to: string; body: string; code: string }): Promise<void>;
}

/**
 * Creates, sends and checks its own codes. Its calls have a time limit, and retry only where that
 * is safe.
 */
export interface CheckingCodeProvider {
  readonly checks: true;
  /**
   * Sends a new code to a number (E.164) and returns its reference.
   *
   * @throws {CodeProviderError}
   */
  send(order: {
    to: string;
    language: Language;
    /** The reference of an earlier code to this number, which becomes invalid. */
    replaces: string | null;
  }): Promise<string>;
  /**
   * Checks a code. `gone`: the provider does not have the code any more.
   *
   * @throws {CodeProviderError} if the provider does not answer.
   */
  check(reference: string, code: string): Promise<CodeVerdict>;
}

export type CodeVerdict = 'right' | 'wrong' | 'gone' | 'exhausted';

/** Why a call was refused; the names are those of `contract/errors.ts`. */
export type CodeRefusal = 'phoneInvalid' | 'countryNotServed' | 'tooManyRequests' | 'unavailable';

/** The message of this error is for the log: it must contain no number, code or key. */
export class CodeProviderError extends Error {
  override readonly name = 'CodeProviderError';
  readonly reason: CodeRefusal;
  /** Whole seconds, if the provider sent them. */
  readonly retryAfter: number | null;

  constructor(
    reason: CodeRefusal,
    message: string,
    { retryAfter = null, cause }: { retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}
