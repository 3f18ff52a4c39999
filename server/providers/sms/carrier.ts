import type { Language } from '../../../contract/config.ts';

/** The port to the provider of one-time codes: it sends our own text, or creates its own codes. */
export type CodeCarrier = TextCarrier | CheckingCarrier;

/** Sends a given text; the server creates and checks the code. */
export interface TextCarrier {
  readonly checks: false;
  /**
   * Sends a text. `code` is an extra for the sandbox. Rejects if the provider did not accept it;
   * the caller tries again.
   */
  send(message: { to: string; body: string; code: string }): Promise<void>;
}

/**
 * Creates, sends and checks its own codes. Its calls have a time limit, and retry only where that
 * is safe.
 */
export interface CheckingCarrier {
  readonly checks: true;
  /**
   * Sends a new code to a number (E.164) and returns its reference.
   *
   * @throws {CarrierError}
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
   * @throws {CarrierError} if the provider does not answer.
   */
  check(reference: string, code: string): Promise<CarrierVerdict>;
}

export type CarrierVerdict = 'right' | 'wrong' | 'gone' | 'exhausted';

/** Why a call was refused; the names are those of `contract/errors.ts`. */
export type CarrierRefusal =
  | 'phoneInvalid'
  | 'countryNotServed'
  | 'tooManyRequests'
  | 'unavailable';

/** Its message is for the log: it must contain no number, code or key. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';
  readonly reason: CarrierRefusal;
  /** Whole seconds, if the provider sent them. */
  readonly retryAfter: number | null;

  constructor(
    reason: CarrierRefusal,
    message: string,
    { retryAfter = null, cause }: { retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}
