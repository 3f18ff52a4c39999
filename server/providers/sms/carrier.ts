import type { Language } from '../../../contract/config.ts';

/** The port to the provider of one-time codes: it sends our own text, or creates its own codes. */
export type CodeCarrier = TextCarrier | CheckingCarrier;

/** Sends a given text; the server creates and checks the code. */
export interface TextCarrier {
  readonly checks: false;
  /**
   * Sends a text. `code` is given besides, for carriers that word the message themselves and for the
   * sandbox. Rejects where the carrier did not take it; the caller tries again.
   */
  send(message: { to: string; body: string; code: string }): Promise<void>;
}

/**
 * Creates, words and checks its codes itself. Its calls do their own safe retries, and end in time.
 */
export interface CheckingCarrier {
  readonly checks: true;
  /**
   * Sends a new code to a number (E.164) and answers how to refer to it.
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
   * The provider's answer for a code. `gone`: it has no such code (any more).
   *
   * @throws {CarrierError} if it did not answer.
   */
  check(reference: string, code: string): Promise<CarrierVerdict>;
}

export type CarrierVerdict = 'right' | 'wrong' | 'gone' | 'exhausted';

/** Why a carrier did not do it; the names are those of `contract/errors.ts`. */
export type CarrierRefusal =
  | 'phoneInvalid'
  | 'countryNotServed'
  | 'tooManyRequests'
  | 'unavailable';

/** Its message is for the log: it must hold no number, code or key. */
export class CarrierError extends Error {
  override readonly name = 'CarrierError';
  readonly reason: CarrierRefusal;
  /** Whole seconds, where the carrier named them. */
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
