import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApprovalDecided } from '../../../contract/operators/approvals.ts';
import { ChargebackList, FreezeLifted } from '../../../contract/operators/chargebacks.ts';
import { CaseActed, CaseList } from '../../../contract/operators/desk.ts';
import { signUp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { StripeApp } from '../../testing/stripeApp.ts';

const why = 'the rider has paid';
const weekMs = 7 * 24 * 3_600_000;
const resume = { outcome: { kind: 'resume' }, why };

forEachEngine((engine) => {
  let world: StripeApp;
  let ops: Operators;
  let sue: string;
  let finance: string;
  let order: string;
  let chargeback: string;
  beforeAll(async () => {
    world = await StripeApp.start(engine, {
      OPERATOR_KEY: serverKey,
      OPERATOR_REFUND_LIMIT: '100',
    });
    ops = new Operators(world.app);
    sue = await ops.add('Sue', 'support');
    finance = await ops.add('Fin', 'finance');
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    const rider = await signUp(world.app);
    ({ number: order } = await world.renting.rent(rider, await world.addCard(rider), 90));
    await world.deliver();
    const dueBy = new Date(world.app.deps.clock.now().getTime() + weekMs);
    ({ id: chargeback } = world.stripe.disputes.open(world.chargeOf(order), { dueBy }));
    await world.deliver();
  });

  const lift = async (key: string) =>
    FreezeLifted.parse((await ops.call(`chargebacks/${chargeback}/lift`, { why }, key)).body);
  const approve = async (id = '') =>
    ApprovalDecided.parse((await ops.call(`approvals/${id}/approve`, { why }, finance)).body);
  const isFrozen = async () => {
    const { chargebacks } = ChargebackList.parse((await ops.call('chargebacks?state=all')).body);
    return chargebacks.find(({ id }) => id === chargeback)?.frozen;
  };
  const resumeCase = async () => {
    const { cases } = CaseList.parse((await ops.call(`cases?order=${order}`)).body);
    const number = cases.find(({ kind }) => kind === 'chargeback')?.number ?? '';
    const answer = await ops.call(`cases/${number}/close`, resume, sue);
    return CaseActed.parse(answer.body);
  };

  test('the freeze of a chargeback above the limit ends only when a second operator approves the end @slow', async () => {
    const { approval, chargeback: before } = await lift(sue);
    expect(before).toMatchObject({ frozen: true, amount: { amount: 300 } });
    expect(approval).toMatchObject({ state: 'open', requestedBy: 'Sue' });
    const own = await ops.call(`approvals/${approval?.id}/approve`, { why }, sue);
    expect(refusalOf(own).code).toBe('roleMissing');
    expect(await isFrozen()).toBe(true);
    expect((await approve(approval?.id)).approval.state).toBe('approved');
    expect(await isFrozen()).toBe(false);
  });

  test('an operator who resumes the case of the chargeback needs a second operator to end the freeze @slow', async () => {
    const { approval, case: waiting } = await resumeCase();
    expect(waiting).toMatchObject({ state: 'open', approval: { requestedBy: 'Sue' } });
    expect(await isFrozen()).toBe(true);
    await approve(approval?.id);
    expect(await isFrozen()).toBe(false);
  });

  test('the record of a second approval shows that the freeze had already ended @slow', async () => {
    const asked = await lift(sue);
    await approve((await resumeCase()).approval?.id);
    await approve(asked.approval?.id);
    const [, approved] = (await ops.actions(chargeback)).map(({ before, after }) => [
      before,
      after,
    ]);
    expect(approved).toEqual([{ liftedAt: expect.any(String) }, { liftedAt: expect.any(String) }]);
  });
});
