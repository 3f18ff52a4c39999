import type { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt, type Job, type JobOutcome } from '../../outbox/outbox.ts';
import type {
  AuthorizeRequest,
  AuthorizeResult,
  DeclineReason,
  MoveResult,
} from '../../providers/payments/provider.ts';
import { later, transact, type Work } from '../../work.ts';
import { registerDetaching } from './detachCards.ts';
import { paymentTransition, type PaymentEvent } from './machine.ts';
import {
  AskPayload,
  CapturePayload,
  movePayment,
  paymentJobs,
  RefundPayload,
  VoidPayload,
  type PaymentRow,
} from './moves.ts';
import { recordAnswer, type Answer } from './recordAnswer.ts';

/** What payments need of the rental that they belong to. */
export interface PaidFor {
  /** Takes the rental's row lock, which guards its payments too. */
  lock(work: Work, rentalId: string): Promise<{ isOver: boolean }>;
  /** Does what follows from where the payments now stand. */
  advance(work: Work, rentalId: string): Promise<void>;
}

/** How often a payment that waits for its owner's confirmation is asked for again. */
const actionPollMs = 2000;

/** Hands the payment jobs to the outbox. Each asks the provider with a key made of the payment's id. */
export function registerPaymentJobs(deps: Dependencies, paidFor: PaidFor): void {
  registerDetaching(deps);
  const jobs = new PaymentJobs(deps, paidFor);
  deps.outbox.handle(paymentJobs.ask, (payload, job) => jobs.ask(AskPayload.parse(payload), job));
  deps.outbox.handle(paymentJobs.capture, (payload, job) =>
    jobs.capture(CapturePayload.parse(payload), job),
  );
  deps.outbox.handle(paymentJobs.void, (payload, job) =>
    jobs.void(VoidPayload.parse(payload), job),
  );
  deps.outbox.handle(paymentJobs.refund, (payload, job) =>
    jobs.refund(RefundPayload.parse(payload), job),
  );
}

type Loaded = PaymentRow & { card: string; number: string };

class PaymentJobs {
  readonly #deps: Dependencies;
  readonly #paidFor: PaidFor;

  constructor(deps: Dependencies, paidFor: PaidFor) {
    this.#deps = deps;
    this.#paidFor = paidFor;
  }

  async ask(payload: z.infer<typeof AskPayload>, job: Job): Promise<JobOutcome> {
    const payment = await this.#load(payload.paymentId);
    if (!paymentTransition(payment.state, 'unanswered')) return;
    if (job.attempts === 1 && (await this.#callOff(payment))) return;

    const result = await this.#deps.payments.authorize(requestOf(payment, payload.onSession));
    switch (result.outcome) {
      case 'unknown':
        if (payment.state === 'requested') await this.#apply(payment.id, 'unanswered');
        return { againAt: retryAt(this.#deps.clock, job.attempts) };
      case 'actionRequired':
        if (payment.action_url !== result.url) await this.#applyAnswer(payment.id, result);
        return { againAt: later(this.#deps.clock.now(), actionPollMs), answered: true };
      default:
        await this.#applyAnswer(payment.id, result);
    }
  }

  async capture(payload: z.infer<typeof CapturePayload>, job: Job): Promise<JobOutcome> {
    const payment = await this.#load(payload.paymentId);
    if (payment.state !== 'capturing') return;
    const { amount } = payload;
    const result = await this.#deps.payments.capture({
      key: `capture:${payment.id}`,
      authorization: authorizationOf(payment),
      amount,
      currency: payment.currency,
    });
    return this.#applyMove(result, job, {
      done: () => this.#apply(payment.id, 'captureDone', { captured: amount }),
      declined: (reason) => this.#apply(payment.id, 'captureRefused', { reason }),
    });
  }

  async void(payload: z.infer<typeof VoidPayload>, job: Job): Promise<JobOutcome> {
    const payment = await this.#load(payload.paymentId);
    if (payment.state !== 'voiding') return;
    const result = await this.#deps.payments.void({
      key: `void:${payment.id}`,
      authorization: authorizationOf(payment),
    });
    return this.#applyMove(result, job, {
      done: () => this.#apply(payment.id, 'voidDone'),
      declined: () => this.#findOutWhyNotVoided(payment, job),
    });
  }

  async refund(payload: z.infer<typeof RefundPayload>, job: Job): Promise<JobOutcome> {
    const payment = await this.#load(payload.paymentId);
    const { amount, total } = payload;
    if (payment.state !== 'refunding' || payment.refunded + amount !== total) return;
    const result = await this.#deps.payments.refund({
      key: `refund:${payment.id}:${total}`,
      authorization: authorizationOf(payment),
      amount,
      currency: payment.currency,
    });
    const event = total === payment.captured ? 'refundedWhole' : 'refundedInPart';
    return this.#applyMove(result, job, {
      done: () => this.#apply(payment.id, event, { refunded: amount }),
      declined: (reason) => this.#apply(payment.id, 'refundRefused', { reason }),
    });
  }

  /** Where the rental ended before anybody asked the provider, nobody needs to. */
  async #callOff(payment: Loaded): Promise<boolean> {
    return transact(this.#deps, async (work) => {
      const { isOver } = await this.#paidFor.lock(work, payment.rental_id);
      if (!isOver) return false;
      const current = await readPayment(work, payment.id);
      if (current.state !== 'requested') return false;
      await movePayment(work, current, 'neverAsked');
      await this.#paidFor.advance(work, payment.rental_id);
      return true;
    });
  }

  /** A hold that cannot be let go has ended by itself, or was taken: the provider knows. */
  async #findOutWhyNotVoided(payment: Loaded, job: Job): Promise<JobOutcome> {
    // Only what was asked for with its owner present can be waiting to be voided.
    const result = await this.#deps.payments.authorize(requestOf(payment, true));
    switch (result.outcome) {
      case 'unknown':
        return { againAt: retryAt(this.#deps.clock, job.attempts) };
      case 'captured':
        return this.#apply(payment.id, 'foundCharged');
      case 'declined':
        return this.#apply(payment.id, 'voidDone');
      case 'authorized':
      case 'actionRequired':
        return this.#apply(payment.id, 'holdGone');
    }
  }

  async #applyMove(
    result: MoveResult,
    job: Job,
    on: {
      done: () => Promise<JobOutcome>;
      declined: (reason: DeclineReason) => Promise<JobOutcome>;
    },
  ): Promise<JobOutcome> {
    switch (result.outcome) {
      case 'unknown':
        return { againAt: retryAt(this.#deps.clock, job.attempts) };
      case 'done':
        return on.done();
      case 'declined':
        return on.declined(result.reason);
    }
  }

  #applyAnswer(
    paymentId: string,
    result: Exclude<AuthorizeResult, { outcome: 'unknown' }>,
  ): Promise<void> {
    switch (result.outcome) {
      case 'authorized':
        return this.#apply(paymentId, 'authorized', { authorization: result.authorization });
      case 'captured':
        return this.#apply(paymentId, 'charged', { authorization: result.authorization });
      case 'actionRequired':
        return this.#apply(paymentId, 'actionNeeded', {
          authorization: result.authorization,
          url: result.url,
        });
      case 'declined':
        return this.#apply(paymentId, 'declined', { reason: result.reason });
    }
  }

  async #load(paymentId: string): Promise<Loaded> {
    return this.#deps.db
      .selectFrom('payments')
      .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
      .innerJoin('rentals', 'rentals.id', 'payments.rental_id')
      .selectAll('payments')
      .select(['payment_methods.provider_card as card', 'rentals.number'])
      .where('payments.id', '=', paymentId)
      .executeTakeFirstOrThrow();
  }

  /** Writes an answer down under the rental's lock; an answer that came before changes nothing. */
  async #apply(paymentId: string, event: PaymentEvent, answer: Answer = {}): Promise<void> {
    await transact(this.#deps, async (work) => {
      const { rental_id } = await readPayment(work, paymentId);
      await this.#paidFor.lock(work, rental_id);
      const payment = await readPayment(work, paymentId);
      if (!paymentTransition(payment.state, event)) return;
      await recordAnswer(work, payment, event, answer);
      work.orderChanged(payment.user_id, rental_id);
      await this.#paidFor.advance(work, rental_id);
    });
  }
}

function requestOf(payment: Loaded, onSession: boolean): AuthorizeRequest {
  return {
    key: `authorize:${payment.id}`,
    card: payment.card,
    customer: payment.user_id,
    amount: payment.amount,
    currency: payment.currency,
    description: payment.number,
    capture: payment.purpose === 'usage' || payment.purpose === 'overdue',
    onSession,
  };
}

function authorizationOf(payment: PaymentRow): string {
  if (payment.provider_authorization) return payment.provider_authorization;
  throw new Error(`payment ${payment.id} is ${payment.state} without an authorization`);
}

function readPayment(work: Work, paymentId: string): Promise<PaymentRow> {
  return work.trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
}
