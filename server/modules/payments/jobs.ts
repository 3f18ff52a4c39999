import type { z } from 'zod';
import type { PaymentMethodKind } from '../../../contract/payment.ts';
import type { StoredPurpose } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt, type Job, type JobOutcome } from '../../outbox/outbox.ts';
import type {
  AuthorizeRequest,
  AuthorizeResult,
  DeclineReason,
  Failed,
  MoveResult,
} from '../../providers/payments/provider.ts';
import { addMs, transact } from '../../db/unitOfWork.ts';
import { isBooked, refundKey, refundReturnedKey } from '../ledger/ledger.ts';
import { openCase } from '../support/cases.ts';
import { checkPayment, openOutsideCase, openReturnedCase } from './checkPayment.ts';
import { registerForgetting } from './forgetCustomer.ts';
import { registerDetaching } from './methods/detachCards.ts';
import type { MethodUse } from './methods/methodUse.ts';
import { paymentTransition, type PaymentEvent } from './machine.ts';
import {
  AskPayload,
  beginVoid,
  CapturePayload,
  CheckPayload,
  enqueueCheck,
  movePayment,
  paymentJobs,
  readPayment,
  RefundPayload,
  RefundReturnedPayload,
  VoidPayload,
  type PaymentRow,
} from './moves.ts';
import type { Owners, PaidFor } from './owners.ts';
import { recordDecline } from './cardTesting/cardResults.ts';
import { recordAnswer, type Answer } from './recordAnswer.ts';

/** The interval at which the server queries a payment that waits for the cardholder's confirmation. */
const actionPollMs = 2000;

/**
 * The number of attempts without an answer (in about six minutes) after which the job opens a support case.
 */
const triesUntilCase = 13;

/**
 * Registers the payment jobs in the outbox. The idempotency keys of calls that move money are derived from
 * the payment's id, so that a retry has no second effect.
 */
export function registerPaymentJobs(
  deps: Dependencies,
  owners: Owners,
  methodUses: readonly MethodUse[],
): void {
  registerDetaching(deps, methodUses);
  registerForgetting(deps);
  const jobs = new PaymentJobs(deps, owners);
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
  // The jobs that compare a payment with the provider have a low priority, because the daily
  // comparisons of all old holds must not delay ejects and captures.
  deps.outbox.handle(
    paymentJobs.check,
    (payload, job) => checkPayment(deps, owners, CheckPayload.parse(payload).paymentId, job),
    { priority: 'low' },
  );
  deps.outbox.handle(paymentJobs.refundReturned, (payload, job) =>
    jobs.refundReturned(RefundReturnedPayload.parse(payload), job),
  );
}

type Loaded = PaymentRow & {
  card: string;
  kind: PaymentMethodKind;
  customer_of: string | null;
  number: string;
};

class PaymentJobs {
  readonly #deps: Dependencies;
  readonly #owners: Owners;

  constructor(deps: Dependencies, owners: Owners) {
    this.#deps = deps;
    this.#owners = owners;
  }

  async ask(payload: z.infer<typeof AskPayload>, job: Job): Promise<JobOutcome> {
    const payment = await this.#load(payload.paymentId);
    if (!paymentTransition(payment.state, 'unanswered')) return;
    if (job.attempts === 1 && (await this.#voidIfOwnerIsOver(payment))) return;

    const result = await this.#authorize(payment, payload.onSession, job);
    switch (result.outcome) {
      case 'unknown':
        if (payment.state === 'requested') await this.#apply(payment.id, 'unanswered');
        if (this.#isOverdue(payment) || job.attempts >= triesUntilCase) {
          await this.#openCase('moneyUnknown', payment);
        }
        return { againAt: retryAt(this.#deps.clock, job.attempts) };
      case 'actionRequired':
        if (payment.action_url !== result.url) await this.#applyAnswer(payment.id, result);
        if (await this.#voidIfOverdue(payment)) return;
        return { againAt: addMs(this.#deps.clock.now(), actionPollMs), answered: true };
      case 'failed':
        await this.#openCase('providerFailed', payment);
        return this.#apply(payment.id, 'declined', {
          reason: 'declined',
          hasProviderFailed: true,
        });
      default:
        await this.#applyAnswer(payment.id, result);
    }
  }

  /**
   * Requests the payment from the provider. If the call still throws at the attempt `triesUntilCase`, and the payment
   * has no id of the provider, the payment fails, so that the rental or top-up does not wait for ever.
   */
  async #authorize(payment: Loaded, onSession: boolean, job: Job): Promise<AuthorizeResult> {
    try {
      return await this.#deps.payments.authorize(requestOf(payment, onSession, job.attempts > 1));
    } catch (error) {
      if (job.attempts < triesUntilCase || payment.provider_authorization) throw error;
      this.#deps.log.error(
        { err: error, paymentId: payment.id },
        'a payment failed because each request to the provider threw an error',
      );
      return { outcome: 'failed' };
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
    return this.#applyMove(result, payment, job, {
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
    return this.#applyMove(result, payment, job, {
      done: () => this.#apply(payment.id, 'voidDone'),
      declined: () => this.#resolveRefusedVoid(payment, job),
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
    return this.#applyMove(result, payment, job, {
      done: () => this.#apply(payment.id, event, { refunded: amount }),
      declined: (reason) => this.#apply(payment.id, 'refundRefused', { reason, refunded: amount }),
    });
  }

  /**
   * Undoes a refund that the provider accepted and that failed later. The result is the same as for a refund
   * that the provider refused at once. Support gets a case for each such refund.
   */
  async refundReturned(
    { paymentId, refund, amount, total }: z.infer<typeof RefundReturnedPayload>,
    job: Job,
  ): Promise<JobOutcome> {
    const isOver = await transact(this.#deps, async (work) => {
      if (total === null) {
        await enqueueCheck(work, paymentId, `returned:${refund}`);
        return true;
      }
      const asked = await readPayment(work, paymentId);
      await this.#paidFor(asked).lock(work, asked);
      const payment = await readPayment(work, paymentId);
      if (payment.state === 'refunding') return false;
      await openReturnedCase(work, payment, { refund, amount });
      // A refund that the provider refused at once has no ledger entries to undo.
      const booking = refundKey(payment.id, total);
      const wasBooked = await isBooked(work, [booking]);
      if (!wasBooked || (await isBooked(work, [refundReturnedKey(payment.id, refund)]))) {
        return true;
      }
      await recordAnswer(work, payment, 'refundReturned', { refunded: amount, refund, booking });
      await this.#paidFor(payment).refundRefused(work, payment, amount, total);
      if (payment.rental_id) work.orderChanged(payment.user_id, payment.rental_id);
      await this.#paidFor(payment).doNextSteps(work, payment);
      return true;
    });
    if (!isOver) return { againAt: retryAt(this.#deps.clock, job.attempts) };
  }

  /**
   * Voids a payment whose rental or top-up ended before the first call to the provider. Returns false for
   * any other payment.
   */
  async #voidIfOwnerIsOver(payment: Loaded): Promise<boolean> {
    return transact(this.#deps, async (work) => {
      const { isOver } = await this.#paidFor(payment).lock(work, payment);
      if (!isOver) return false;
      const current = await readPayment(work, payment.id);
      if (current.state !== 'requested') return false;
      await movePayment(work, current, 'neverAsked');
      await this.#paidFor(payment).doNextSteps(work, payment);
      return true;
    });
  }

  /**
   * Voids the payment if the cardholder did not confirm it in time. Returns false if the cardholder still has
   * time, or if the rental has its own timer for this.
   */
  async #voidIfOverdue(payment: Loaded): Promise<boolean> {
    if (!this.#isOverdue(payment)) return false;
    return transact(this.#deps, async (work) => {
      await this.#paidFor(payment).lock(work, payment);
      const current = await readPayment(work, payment.id);
      if (current.state === 'actionRequired') await beginVoid(work, current);
      return true;
    });
  }

  /**
   * Opens a case, so that support looks the payment up at the provider. The payment keeps its state and its idempotency
   * key.
   */
  async #openCase(kind: 'moneyUnknown' | 'providerFailed', payment: Loaded): Promise<void> {
    await transact(this.#deps, (work) =>
      openCase(work, {
        kind,
        key: payment.id,
        userId: payment.user_id,
        ...(payment.rental_id ? { rentalId: payment.rental_id } : {}),
        details: { paymentId: payment.id, state: payment.state },
      }),
    );
  }

  #isOverdue(payment: Loaded): boolean {
    const end = this.#paidFor(payment).openUntil(payment);
    return end !== null && end <= this.#deps.clock.now();
  }

  #paidFor(payment: PaymentRow): PaidFor {
    return payment.rental_id ? this.#owners.rental : this.#owners.topUp;
  }

  /**
   * Queries the provider about a payment that the provider refused to void. The hold has expired or was captured
   * before, or the cardholder has confirmed the charge.
   */
  async #resolveRefusedVoid(payment: Loaded, job: Job): Promise<JobOutcome> {
    // `onSession` has no effect here, because the payment exists at the provider.
    const result = await this.#deps.payments.authorize(requestOf(payment, true, true));
    switch (result.outcome) {
      case 'unknown':
        return { againAt: retryAt(this.#deps.clock, job.attempts) };
      case 'captured':
        return this.#apply(payment.id, 'foundCharged');
      case 'failed':
      case 'declined':
        return this.#apply(payment.id, 'voidDone');
      case 'authorized':
      case 'actionRequired':
        return this.#resolveEndedHold(payment, job);
    }
  }

  /**
   * Queries the provider how a hold ended. Books the capture if the operator's staff captured the hold in the
   * provider's own web pages, and otherwise the release of the hold.
   */
  async #resolveEndedHold(payment: Loaded, job: Job): Promise<JobOutcome> {
    const report = await this.#deps.payments.readPayment({
      authorization: authorizationOf(payment),
    });
    if (report.outcome === 'unknown') return { againAt: retryAt(this.#deps.clock, job.attempts) };
    if (report.outcome === 'found' && report.captured > 0) {
      const { captured } = report;
      await transact(this.#deps, (work) => openOutsideCase(work, payment, 'captured', captured));
      return this.#apply(payment.id, 'capturedOutside', { captured });
    }
    return this.#apply(payment.id, 'holdGone');
  }

  async #applyMove(
    result: MoveResult | Failed,
    payment: Loaded,
    job: Job,
    on: {
      done: () => Promise<JobOutcome>;
      declined: (reason: DeclineReason) => Promise<JobOutcome>;
    },
  ): Promise<JobOutcome> {
    switch (result.outcome) {
      case 'unknown':
        if (job.attempts >= triesUntilCase) await this.#openCase('moneyUnknown', payment);
        return { againAt: retryAt(this.#deps.clock, job.attempts) };
      case 'failed':
        await this.#openCase('providerFailed', payment);
        return on.declined('declined');
      case 'done':
        return on.done();
      case 'declined':
        return on.declined(result.reason);
    }
  }

  #applyAnswer(
    paymentId: string,
    result: Exclude<AuthorizeResult, { outcome: 'unknown' | 'failed' }>,
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
    const { db } = this.#deps;
    const payment = await db
      .selectFrom('payments')
      .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
      .selectAll('payments')
      .select([
        'payment_methods.provider_card as card',
        'payment_methods.kind',
        'payment_methods.customer_of',
      ])
      .where('payments.id', '=', paymentId)
      .executeTakeFirstOrThrow();
    return { ...payment, number: await this.#paidFor(payment).readNumber(db, payment) };
  }

  /**
   * Stores an answer of the provider under the lock of the rental or top-up. A repeated answer changes
   * nothing.
   */
  async #apply(paymentId: string, event: PaymentEvent, answer: Answer = {}): Promise<void> {
    await transact(this.#deps, async (work) => {
      const asked = await readPayment(work, paymentId);
      await this.#paidFor(asked).lock(work, asked);
      const payment = await readPayment(work, paymentId);
      if (!paymentTransition(payment.state, event)) return;
      await recordAnswer(work, payment, event, answer);
      if (event === 'declined' && !answer.hasProviderFailed) {
        await recordDecline(work, this.#deps.settings, payment);
      }
      if (event === 'refundRefused') {
        const amount = answer.refunded ?? 0;
        await this.#paidFor(payment).refundRefused(
          work,
          payment,
          amount,
          payment.refunded + amount,
        );
      }
      if (payment.rental_id) work.orderChanged(payment.user_id, payment.rental_id);
      await this.#paidFor(payment).doNextSteps(work, payment);
    });
  }
}

/** Payments with these purposes are charged in one step. Payments with other purposes begin with a hold. */
const chargedAtOnce: StoredPurpose[] = ['usage', 'overdue', 'topUp'];

function requestOf(payment: Loaded, onSession: boolean, askedBefore: boolean): AuthorizeRequest {
  return {
    key: `authorize:${payment.id}`,
    card: payment.card,
    customer: payment.customer_of ?? payment.user_id,
    amount: payment.amount,
    currency: payment.currency,
    description: payment.number,
    ...(payment.kind !== 'payPal' && { statement: payment.number }),
    capture: chargedAtOnce.includes(payment.purpose),
    onSession,
    ...(askedBefore && {
      before: { at: payment.created_at, authorization: payment.provider_authorization },
    }),
  };
}

function authorizationOf(payment: PaymentRow): string {
  if (payment.provider_authorization) return payment.provider_authorization;
  throw new Error(`payment ${payment.id} is ${payment.state} without an authorization`);
}
