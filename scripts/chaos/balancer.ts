import { setTimeout } from 'node:timers/promises';
import { request, type Received, type Sent } from './request.ts';
import type { Random } from './random.ts';
import type { ServerProcess } from './serverProcess.ts';

export type Answer = Extract<Received, { kind: 'answer' }>;

/** Sends each request to one of the two processes, retries failed requests, and counts the failures. */
export class Balancer {
  /** Failures that must not happen: a graceful stop cut a connection, or a 503 was not a problem document. */
  readonly brokenPromises: string[] = [];
  /** Whether the server returned a 500. The cause is then in the logs of the processes. */
  hasUnexpectedErrors = false;
  /** Number of failures of each kind. */
  readonly failures = new Map<string, number>();
  readonly answerMs: number[] = [];
  readonly #processes: readonly ServerProcess[];
  readonly #random: Random;

  constructor(processes: readonly ServerProcess[], random: Random) {
    this.#processes = processes;
    this.#random = random;
  }

  /**
   * Sends the request again until the status is below 500.
   * @throws {Error} after two minutes without such an answer.
   */
  async call(sent: Sent): Promise<Answer> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < 120_000) {
      const answer = await this.tryOnce(sent);
      if (answer && answer.status < 500) {
        this.answerMs.push(performance.now() - startedAt);
        return answer;
      }
      const waitMs = answer?.retryAfter ? answer.retryAfter * 1000 : 0;
      await setTimeout(Math.min(2_000, waitMs) + this.#random.between(20, 300));
    }
    throw new Error(`${sent.method ?? 'GET'} ${sent.path} got no answer`);
  }

  /** Sends the request once. Returns null if there was no answer. */
  async tryOnce(sent: Sent): Promise<Answer | null> {
    const registered = this.#processes.filter((one) => !one.isDeregistered);
    const process = this.#random.pick(registered.length > 0 ? registered : this.#processes);
    const wasStopping = process.isStopping;
    const received = await request(process, sent);
    const isStopping = wasStopping || process.isStopping;
    const during = isStopping ? ' during a stop' : '';
    if (received.kind === 'answer') {
      if (received.status >= 500) this.#count(`${received.status} ${codeOf(received)}${during}`);
      if (received.status === 500) this.hasUnexpectedErrors = true;
      if (received.status === 503 && !received.type.includes('problem+json')) {
        this.brokenPromises.push(`bare 503 of ${sent.path}`);
      }
      return received;
    }
    const isReused = received.kind === 'cut' && received.reused;
    this.#count(`${received.kind}${isReused ? ' (connection used before)' : ''}${during}`);
    // Client and server may both close an idle connection, and a client repeats a request after a reused connection was
    // cut (RFC 9112, 9.3.1). So a stop may cut a reused connection.
    if (isStopping && received.kind === 'cut' && !received.reused) {
      this.brokenPromises.push(`${sent.method ?? 'GET'} ${sent.path} was cut by a graceful stop`);
    }
    return null;
  }

  #count(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }
}

function codeOf({ body }: Answer): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return typeof code === 'string' ? code : 'without a code';
}
