import { z } from 'zod';
import { ClockAnswer, type NewMessage } from '../world/wire.ts';

/** The process of the simulated world is not running, or it did not answer in time. */
export class WorldAwayError extends Error {
  override readonly name = 'WorldAwayError';
  /** False if the connection was refused. The request then had no effect. */
  readonly wasSent: boolean;

  constructor(cause: unknown) {
    super('the simulation of the outside world does not answer', { cause });
    this.wasSent = Cause.safeParse(cause).data?.cause.code !== 'ECONNREFUSED';
  }
}

/** The form in which `fetch` reports a failed connection. */
const Cause = z.object({ cause: z.object({ code: z.string() }) });

const answerMs = 5_000;
/**
 * The time-out of a request for the offset of the clock, in milliseconds. The simulated world answers within a minute.
 */
const clockAnswerMs = 75_000;

/** The server's client for the control API of the simulated world. */
export class WorldClient {
  readonly #control: string;
  readonly #headers: Record<string, string>;

  constructor({ port, secret }: { port: number; secret: string }) {
    this.#control = `http://127.0.0.1:${port}/control`;
    this.#headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  }

  /**
   * Sends a message to a rider.
   * @throws {WorldAwayError} if the simulated world does not answer.
   */
  async post(message: NewMessage): Promise<void> {
    const init = { method: 'POST', body: JSON.stringify(message) };
    await this.#call('/messages', init, AbortSignal.timeout(answerMs));
  }

  /**
   * Returns the offset of the simulated world's clock, in seconds. If `known` is null, the simulated world answers at
   * once. If `known` is a number, the simulated world answers as soon as its offset differs from `known`, or after a
   * minute.
   *
   * @throws {WorldAwayError} if the simulated world does not answer, or if the signal aborts the call.
   */
  async clockOffset(known: number | null, signal: AbortSignal): Promise<number> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(clockAnswerMs)]);
    const answer = await this.#call(known === null ? '/clock' : `/clock?known=${known}`, {}, limit);
    return ClockAnswer.parse(answer).offsetSeconds;
  }

  async #call(path: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
    try {
      const url = this.#control + path;
      const response = await fetch(url, { ...init, headers: this.#headers, signal });
      const body: unknown = await response.json();
      if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
      return body;
    } catch (error) {
      // fetch and json() throw these errors for lost connections, time-outs and incomplete bodies.
      const isAway =
        error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException;
      throw isAway ? new WorldAwayError(error) : error;
    }
  }
}
