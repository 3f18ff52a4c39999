import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { CodeIssued } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { PaymentMethod } from '../../../contract/payment.ts';
import type { AttachResult } from '../../providers/payments/provider.ts';
import { freshPhone, stepUp, type CallAnswer, type Rider, type TestApp } from '../app.ts';
import { chooseNotifications } from '../notificationChoices.ts';
import { FakePayments } from '../payments/fakePayments.ts';
import type { Renting } from '../renting.ts';

/** A payment provider that returns personal data of the cardholder. */
export class NamedPayments extends FakePayments {
  static readonly owner = 'Cardina Ownersdottir';
  static readonly label = 'c•••@cardina.example';

  override async attach(request: { token: string }): Promise<AttachResult> {
    const attached = await super.attach(request);
    if (attached.outcome !== 'attached') return attached;
    return { ...attached, nameOnCard: NamedPayments.owner, label: NamedPayments.label };
  }
}

/**
 * Makes HTTP calls after which the server stores many kinds of personal data of a rider. The app must use
 * `NamedPayments`, and must have an e-mail provider.
 *
 * @returns texts that occur nowhere else, so that a search finds all places where they are stored. The database
 * contains the texts in `stored` unchanged while the account exists. It never contains the texts in `secret`.
 */
export async function leaveCanaries(app: TestApp, renting: Renting, rider: Rider) {
  const session = rider.sessionId;
  const stored = {
    phone: rider.phone,
    nextPhone: freshPhone(),
    name: 'Canarina Nightingale',
    email: 'canarina@nightingale.example',
    nextEmail: 'canarina@next.example',
    reportNote: 'My neighbour Oswald saw it at Larkspur Lane 7',
    disputeNote: 'I was at the dentist Dr. Finch, Heronsgate 12',
    birthDate: '1987-06-05',
    postalCode: 'K1A 0B1',
    cardOwner: NamedPayments.owner,
    cardLabel: NamedPayments.label,
    browser: `https://push.example/${rider.userId}`,
    browserKey: 'secret-of-the-browser',
    inviteCode: rider.user.inviteCode,
  };
  const call = async (path: string, method: string, body: unknown): Promise<CallAnswer> => {
    const answer = await app.call(path, { method, session, key: randomUUID(), body });
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer;
  };

  await call(paths.me, 'PATCH', {
    name: stored.name,
    birthDate: { year: 1987, month: 6, day: 5 },
  });
  const asked = await call(paths.myEmail, 'POST', { email: stored.email });
  const { requestId } = CodeIssued.parse(asked.body);
  const mailed = app.mail.codeFor(stored.email);
  await call(fillPath(paths.verifyMyEmail, { requestId }), 'POST', { code: mailed });

  const card = PaymentMethod.parse(
    (
      await call(paths.paymentMethods, 'POST', {
        token: `tok_pays_${randomUUID()}`,
        country: 'CA',
        postalCode: stored.postalCode,
        makeDefault: true,
      })
    ).body,
  ).id;
  const order = await renting.rent(rider, card, 90);
  await call(fillPath(paths.dispute, { id: order.id }), 'POST', {
    reason: 'wrongAmount',
    note: stored.disputeNote,
  });
  await call(paths.supportReports, 'POST', { kind: 'other', note: stored.reportNote });
  await chooseNotifications(app, rider, renting.cabinet.stationId);

  // After the step-up, nobody enters the codes of the following calls, so they stay pending.
  await stepUp(app, rider);
  await call(paths.myPhone, 'POST', { phone: stored.nextPhone });
  app.deps.clock.advance(120);
  await call(paths.myEmail, 'POST', { email: stored.nextEmail });
  await call(paths.codes, 'POST', { phone: rider.phone, language: 'en' });
  return {
    stored,
    secret: {
      session,
      signInCode: app.sms.codeFor(rider.phone),
      phoneCode: app.sms.codeFor(stored.nextPhone),
      emailCode: app.mail.codeFor(stored.nextEmail),
    },
    card,
    orderId: order.id,
  };
}
