/** A small fault in the source. At least one of the test files must fail with the fault. */
export interface Mutant {
  name: string;
  file: string;
  /** The text that the mutant replaces. It must occur exactly once in the file. */
  from: string;
  to: string;
  /** The runner runs these files in this order until one fails. */
  tests: string[];
}

const modules = 'server/modules';
const rental = `${modules}/rental/rental.test.ts`;
const chaos = `${modules}/rental/chaos.test.ts`;
const kindsTest = `${modules}/notifications/kinds.test.ts`;
const oneHold = `${modules}/rental/oneHold.test.ts`;
const stripeJourney = `${modules}/payments/stripeJourney.test.ts`;
const times = `${modules}/rental/times.test.ts`;
const claims = `${modules}/rental/claims/claims.test.ts`;
const pauses = `${modules}/rental/pauses/pauses.test.ts`;
const pauseRules = 'contract/rules/pricing/pauses.test.ts';
const reservations = `${modules}/reservations/reservations.test.ts`;
const faulty = `${modules}/rental/faulty/faulty.test.ts`;
const portions = `${modules}/wallet/portions.test.ts`;
const desk = `${modules}/desk/desk.test.ts`;
const found = `${modules}/rental/found.test.ts`;
const operators = `${modules}/operators/operators.test.ts`;
const proofs = `${modules}/proofs/proofs.test.ts`;

export const mutants: Mutant[] = [
  {
    name: 'operators: every role may call every route',
    file: `${modules}/operators/guard.ts`,
    from: 'if (!operator.roles.some((role) => allowed.includes(role))) {',
    to: 'if (allowed.length === 0) {',
    tests: [operators],
  },
  {
    name: 'operators: a revoked key still works',
    file: `${modules}/operators/operatorKeys.ts`,
    from: `    .where('key.revoked_at', 'is', null)\n`,
    to: '',
    tests: [operators],
  },
  {
    name: 'operators: the keys of a blocked operator still work',
    file: `${modules}/operators/operatorKeys.ts`,
    from: `    .where('operator.blocked_at', 'is', null)\n`,
    to: '',
    tests: [operators],
  },
  {
    name: 'a time-out is treated as a failure',
    file: `${modules}/payments/jobs.ts`,
    from: `    switch (result.outcome) {
      case 'unknown':
        if (payment.state === 'requested') await this.#apply(payment.id, 'unanswered');`,
    to: `    switch (result.outcome) {
      case 'unknown':
        return this.#apply(payment.id, 'declined', { reason: 'declined' });`,
    tests: [`${modules}/rental/bill/goCash.test.ts`, rental],
  },
  {
    name: 'each retry has a new provider key',
    file: `${modules}/payments/jobs.ts`,
    from: 'key: `authorize:${payment.id}`,',
    to: 'key: `authorize:${payment.id}:${Math.random()}`,',
    tests: [rental, chaos],
  },
  {
    name: 'repeated events are processed again',
    file: `${modules}/cabinets/inbox.ts`,
    from: `if (seq > 0 && seq <= position.seq && (found?.seq ?? -1) >= seq) return duplicate;`,
    to: `if (seq <= position.seq) return { ...duplicate, duplicate: false, overtaken: false, complete: true };`,
    tests: [`${modules}/cabinets/inbox.test.ts`, chaos],
  },
  {
    name: 'an inventory counts before the eject has expired',
    file: `${modules}/rental/cabinetEvents/handleInventory.ts`,
    from: `const trusted = addMs(rental.eject_expires_at ?? work.now, selfCheckMs);`,
    to: `const trusted = addMs(rental.created_at, 0);`,
    tests: [rental, chaos],
  },
  {
    name: 'no unique index limits a rider to one open rental',
    file: 'server/db/migrations/0.1.0/0001-first.ts',
    from: 'CREATE UNIQUE INDEX rentals_one_open_per_rider',
    to: 'CREATE INDEX rentals_one_open_per_rider',
    tests: [rental],
  },
  {
    name: 'an eject never expires',
    file: `${modules}/rental/jobs.ts`,
    from: `expiresAt: cabinetTime(rental, expiresAt).toISOString(),`,
    to: `expiresAt: '2100-01-01T00:00:00.000Z',`,
    tests: [rental, chaos],
  },
  {
    name: 'the bonus is spent first',
    file: `${modules}/wallet/portions.ts`,
    from: `const topUp = Math.min(balance.topUp, amount);`,
    to: `const topUp = amount - Math.min(balance.bonus, amount);`,
    tests: [portions],
  },
  {
    name: 'the wallet is not locked',
    file: `${modules}/ledger/ledger.ts`,
    from: `.orderBy('id').forUpdate().execute();`,
    to: `.orderBy('id').execute();`,
    tests: [`${modules}/wallet/wallet.test.ts`],
  },
  {
    name: 'portions are computed with fractions and rounded',
    file: `${modules}/wallet/portions.ts`,
    from: `const topUp = Math.min(payment.amount - payment.from_bonus, kept);`,
    to: `const topUp = Math.round(kept * (1 - payment.from_bonus / payment.amount));`,
    tests: [portions],
  },
  {
    name: 'the card also pays the part that GoCash has paid',
    file: `${modules}/rental/plan.ts`,
    from: `let owed = (rental.total ?? 0) - netCaptured(payments);`,
    to: `let owed = (rental.total ?? 0) - netCaptured(payments.filter(({ source }) => source === 'provider'));`,
    tests: [`${modules}/rental/plan.test.ts`, `${modules}/rental/bill/goCash.test.ts`],
  },
  {
    name: 'one hold: the fee is captured when the charger comes out',
    file: `${modules}/rental/plan.ts`,
    from: `return captureWhole(payments.filter((payment) => isFormerFee(payment, payments)));`,
    to: `return captureWhole(payments.filter(({ purpose }) => purpose !== 'deposit'));`,
    tests: [oneHold, stripeJourney],
  },
  {
    name: 'one hold: the fee and the deposit are two holds',
    file: `${modules}/rental/plan.ts`,
    from: `if (payments.some(isFormerHold)) return formerHolds(tariff, fee);`,
    to: `return formerHolds(tariff, fee);`,
    tests: [oneHold, stripeJourney],
  },
  {
    name: 'one hold: the whole hold is captured at the end',
    file: `${modules}/rental/plan.ts`,
    from: `const amount = Math.min(owed, payment.amount);`,
    to: `const amount = owed > 0 ? payment.amount : owed;`,
    tests: [oneHold, stripeJourney],
  },
  {
    name: 'one hold: a rental that began with two holds gets a third',
    file: `${modules}/rental/plan.ts`,
    from: `return source === 'provider' && (purpose === 'unlockFee' || purpose === 'deposit');`,
    to: `return source === 'provider' && purpose === 'deposit';`,
    tests: [oneHold, `${modules}/rental/formerHolds.test.ts`],
  },
  {
    name: 'one hold: the fee of a rental with two holds is captured at the end only',
    file: `${modules}/rental/plan.ts`,
    from: `return payments.some(({ source, purpose }) => source === 'provider' && purpose === 'deposit');`,
    to: `return false;`,
    tests: [oneHold, `${modules}/rental/formerHolds.test.ts`],
  },
  {
    name: 'one hold: only the deposit of an overdue rental is captured',
    file: `${modules}/rental/plan.ts`,
    from: `      return captureWhole(payments);`,
    to: `      return captureWhole(payments.filter(({ purpose }) => purpose === 'deposit'));`,
    tests: [oneHold, stripeJourney],
  },
  {
    name: 'one hold: the hold has only the deposit',
    file: 'contract/rules/pricing/pricing.ts',
    from: `const amount = tariff.deposit + (byGoCash ? 0 : unlockHold(tariff, discount));`,
    to: `const amount = tariff.deposit;`,
    tests: [oneHold, stripeJourney],
  },
  {
    name: 'a number is too long for the card statement',
    file: 'server/providers/payments/stripe/statement.ts',
    from: `const suffix = number.replace('-', '');`,
    to: `const suffix = number;`,
    tests: ['server/providers/payments/stripe/statement.test.ts'],
  },
  {
    name: 'a repeated event notifies the rider again',
    file: `${modules}/notifications/notify.ts`,
    from: 'key: `${kind}:${key}`,',
    to: 'key: `${kind}:${key}:${randomUUID()}`,',
    tests: [kindsTest],
  },
  {
    name: 'a failed payment that the rider started also sends a notification',
    file: `${modules}/rental/doNextSteps.ts`,
    from: `if (rental.state !== 'paying') await notifyUnpaid(`,
    to: `await notifyUnpaid(`,
    tests: [kindsTest],
  },
  {
    name: 'a warning is sent after its deadline',
    file: `${modules}/rental/warnRider.ts`,
    from: `at <= now && now < dueAt`,
    to: `at <= now`,
    tests: [kindsTest],
  },
  {
    name: 'the release of a hold without a pick-up sends a notification',
    file: `${modules}/payments/notifyPayment.ts`,
    from: `if (!rental?.started_at || payment.decline_reason !== null) return;`,
    to: `if (!rental) return;`,
    tests: [kindsTest],
  },
  {
    name: 'a return that undoes a loss sends no notification',
    file: `${modules}/rental/closeRental.ts`,
    from: `  await notifyReturned(work, await doNextSteps(work, settling));
  return true;`,
    to: `  await doNextSteps(work, settling);
  return true;`,
    tests: [rental, chaos],
  },
  {
    name: 'the budget of a campaign is counted without its lock',
    file: `${modules}/campaigns/campaignRows.ts`,
    from: `named.forNoKeyUpdate().executeTakeFirst()`,
    to: `named.executeTakeFirst()`,
    tests: [`${modules}/campaigns/campaigns.test.ts`],
  },
  {
    name: 'no constraint limits a rider to one entry a day',
    file: 'server/db/migrations/0.1.0/0014-campaigns.ts',
    from: `UNIQUE (raffle_id, user_id, day)`,
    to: `UNIQUE (raffle_id, user_id, day, number)`,
    tests: [`${modules}/raffles/raffles.test.ts`],
  },
  {
    name: 'a lost connection ends the process',
    file: 'server/db/lostConnections.ts',
    from: `    client.on('error', (error) => {
      if (!lost.has(client)) lost.set(client, new ConnectionLostError(error));
    });`,
    to: `    void client;`,
    tests: ['server/db/lostConnections.test.ts'],
  },
  {
    name: 'an idempotency key with a stored internal error is used again',
    file: 'server/providers/payments/stripe/authorize.ts',
    from: `(await this.#lookUp(customer, request)) ?? this.#useNextKey(key, spent)`,
    to: `(await this.#lookUp(customer, request)) ?? unknown`,
    tests: ['server/providers/payments/stripe/stripeProvider.test.ts'],
  },
  {
    name: "amounts below the provider's minimum are charged",
    file: 'contract/rules/pricing/minimumCharge.ts',
    from: `return amount > 0 && amount >= minimumCharge;`,
    to: `return amount > 0;`,
    tests: [`${modules}/rental/bill/smallAmounts.test.ts`],
  },
  {
    name: 'a refused capture counts as a refused charge',
    file: `${modules}/rental/plan.ts`,
    from: `purpose === charge.purpose &&
      amount === charge.amount &&
      captured === 0 &&`,
    to: `purpose !== 'unlockFee' && amount !== captured &&`,
    tests: [`${modules}/rental/plan.test.ts`],
  },
  {
    name: 'a refused charge of an earlier bill counts for the corrected bill',
    file: `${modules}/rental/plan.ts`,
    from: `      amount === charge.amount &&
      captured === 0 &&`,
    to: `      captured === 0 &&`,
    tests: [`${modules}/rental/plan.test.ts`],
  },
  {
    name: 'an uncertain clock offset is used',
    file: `${modules}/cabinets/timing.ts`,
    from: `if (offset === null || confirmed === null) return null;`,
    to: `if (offset === null) return null;`,
    tests: [`${modules}/cabinets/timing.test.ts`],
  },
  {
    name: 'the delay of a queue counts as the offset of the clock',
    file: `${modules}/cabinets/timing.ts`,
    from: `if (known !== null && isAbove(known, lagMs)) return 4;`,
    to: `if (known !== null && isAbove(known, lagMs)) return 1;`,
    tests: [times],
  },
  {
    name: 'a return in an unnoticed outage is billed until its arrival',
    file: `${modules}/cabinets/contact.ts`,
    from: `const limits = [station.silent_since, station.batch_after, notAfter]`,
    to: `const limits = [notAfter]`,
    tests: [times],
  },
  {
    name: 'an event is acknowledged before its predecessors are stored',
    file: `${modules}/cabinets/inbox.ts`,
    from: `upTo: complete ? upTo : answered,`,
    to: `upTo: seq,`,
    tests: [`${modules}/cabinets/inbox.test.ts`],
  },
  {
    name: 'missing events count as lost after one resend',
    file: `${modules}/cabinets/inbox.ts`,
    from: `if (received_at > addMs(work.now, -resentAfterMs)) return false;`,
    to: `return received_at <= addMs(work.now, -resentAfterMs);`,
    tests: [`${modules}/cabinets/inbox.test.ts`],
  },
  {
    name: "a dead worker's job waits for a minute",
    file: 'server/outbox/outbox.ts',
    from: `const leaseMs = 3_000;`,
    to: `const leaseMs = 60_000;`,
    tests: ['server/outbox/outbox.test.ts'],
  },
  {
    name: 'a job that fails forever is never reported',
    file: 'server/outbox/outbox.ts',
    from: `if (attempts >= maxFailures) await`,
    to: `if (attempts >= 1000 * maxFailures) await`,
    tests: ['server/jobs/stuckJobs.test.ts'],
  },
  {
    name: 'connections stay open during a shutdown',
    file: 'server/http/limits/connections.ts',
    from: `if (draining) reply.header('connection', 'close');`,
    to: `if (draining) return;`,
    tests: ['server/http/limits/connections.test.ts', 'server/main.test.ts'],
  },
  {
    name: "a message that was not sent counts against the phone's limit",
    file: `${modules}/auth/codes/requestCode.ts`,
    from: `for (const { whose, ...limit } of perMessage) await uncountCall(deps.db, limit, whose, now);`,
    to: '',
    tests: [`${modules}/auth/auth.test.ts`],
  },
  {
    name: 'one address holds all event streams',
    file: 'server/http/answers/eventStream.ts',
    from: `const isAbove = ofSession >= maxPerSession || ofNetwork >= maxPerNetwork || ofSite >= maxPerSite;`,
    to: `const isAbove = false;`,
    tests: ['server/http/answers/eventStream.test.ts'],
  },
  {
    name: 'a body may be nested without limit',
    file: 'server/http/requests/refusedInput.ts',
    from: `if (depth === deepest) return [path];`,
    to: '',
    tests: ['server/http/problems.test.ts'],
  },
  {
    name: 'production starts with one address for all riders',
    file: 'server/settings/settings.ts',
    from: `if (isSecure && trustedProxies === 0) {`,
    to: `if (isSecure && trustedProxies < 0) {`,
    tests: ['server/settings/settings.test.ts'],
  },
  {
    name: 'a rider with an open chargeback rents',
    file: `${modules}/rental/startRental.ts`,
    from: `await refuseFrozen(work.trx, userId);`,
    to: '',
    tests: [`${modules}/chargebacks/chargebacks.test.ts`],
  },
  {
    name: 'a route validates the request before its guard runs',
    file: `${modules}/topUps/routes.ts`,
    from: `app.addHook('onRequest', requireSession(deps));`,
    to: `app.addHook('preHandler', requireSession(deps));`,
    tests: [`${modules}/auth/authorisationMatrix.test.ts`],
  },
  {
    name: 'a refund in the pages of the provider that fails later stays booked',
    file: `${modules}/payments/checkPayment.ts`,
    from: `await recordAnswer(work, payment, 'refundReturned', { refunded: amount, refund });`,
    to: '',
    tests: [`${modules}/payments/outside.test.ts`],
  },
  {
    name: 'a sensitive change needs no proof',
    file: `${modules}/auth/proof.ts`,
    from: `if ((await readProvenUntil(deps, db, session)) !== null) return;`,
    to: `if ((await readProvenUntil(deps, db, session)) !== undefined) return;`,
    tests: [`${modules}/profile/stepUp.test.ts`],
  },
  {
    name: 'a closed case can be closed again',
    file: `${modules}/desk/acts.ts`,
    from: `if (row.state === 'closed') {`,
    to: `if (row.state === 'closed' && number === '') {`,
    tests: [desk],
  },
  {
    name: 'an act of an operator is not recorded',
    file: `${modules}/operators/actOnce.ts`,
    from: `  await recordOperatorAction(work, {
    action,`,
    to: `  if (subject === '') await recordOperatorAction(work, {
    action,`,
    tests: [desk],
  },
  {
    name: 'a repeated act is done again',
    file: `${modules}/operators/actOnce.ts`,
    from: `  if (recorded) {`,
    to: `  if (recorded && action === '') {`,
    tests: [desk],
  },
  {
    name: 'an operator approves the own request',
    file: `${modules}/approvals/approvals.ts`,
    from: `  if (!isSameOperator(requested_by, who)) return;`,
    to: `  if (requested_by !== '' || who !== '') return;`,
    tests: [`${modules}/network/tariffs.test.ts`],
  },
  {
    name: 'a tariff that riders see changes without a second operator',
    file: `${modules}/network/tariffActs.ts`,
    from: `    if ((await countInUse(work.trx, stationIds)) > 0) return null;`,
    to: `    if ((await countInUse(work.trx, stationIds)) < 0) return null;`,
    tests: [`${modules}/network/tariffs.test.ts`],
  },
  {
    name: 'a paused station lends chargers',
    file: `${modules}/rental/startRental.ts`,
    from: `  if (locked?.state !== 'live') throw new ProblemError('stationPaused');`,
    to: `  if (locked?.state === 'retired') throw new ProblemError('stationPaused');`,
    tests: [`${modules}/network/stations.test.ts`],
  },
  {
    name: 'a connection survives the end of its secret',
    file: 'server/gateway/broker.ts',
    from: `        if (valid.get(stationId)?.includes(hash)) continue;`,
    to: `        if (valid.has(stationId) || hash !== '') continue;`,
    tests: [`${modules}/network/secrets.test.ts`],
  },
  {
    name: 'an outcome may not fit the kind of the case',
    file: `${modules}/desk/acts.ts`,
    from: `if (!outcomesOf(row.kind).includes(outcome.kind)) {`,
    to: `if (!outcomesOf('operator').includes(outcome.kind)) {`,
    tests: [desk],
  },
  {
    name: 'a refund may be larger than the payment',
    file: `${modules}/orders/refundOrder.ts`,
    from: `const most = Math.min(total, netCaptured(payments));`,
    to: `const most = netCaptured(payments);`,
    tests: [desk],
  },
  {
    name: 'every caller is an operator',
    file: `${modules}/operators/guard.ts`,
    from: 'if (serverKey !== null && isOperatorKey(given, serverKey)) {',
    to: "if (serverKey !== null && given !== '') {",
    tests: [desk, operators],
  },
  {
    name: 'an overdue case raises an alert every minute',
    file: `${modules}/support/cases.ts`,
    from: `.where('alerted_at', 'is', null)`,
    to: `.where('due_at', 'is not', null)`,
    tests: [desk],
  },
  {
    name: 'a chargeback is due at the deadline of the bank',
    file: `${modules}/support/caseKinds.ts`,
    from: `return new Date(deadline.getTime() - beforeDeadlineMs);`,
    to: `return deadline;`,
    tests: [desk],
  },
  {
    name: 'the record of operators is no chain',
    file: 'server/db/migrations/0042-case-desk.ts',
    from: `operator_action_hash(NEW, coalesce(former.hash, ''))`,
    to: `operator_action_hash(NEW, '')`,
    tests: [desk],
  },
  {
    name: 'a rented charger can be held back',
    file: `${modules}/desk/outcomes.ts`,
    from: `if (await lockOpenRentalOfCharger(work, charger)) {`,
    to: `if (charger === '') {`,
    tests: [desk],
  },
  {
    name: 'a found charger gives the fee back at any time',
    file: `${modules}/rental/closeRental.ts`,
    from: `if (at.getTime() > foundEndsAt(tariff, lossDueAt(rental).getTime())) return false;`,
    to: ``,
    tests: [found],
  },
  {
    name: 'a found charger is rented before anybody has looked at it',
    file: `${modules}/rental/cabinetEvents/handleReturned.ts`,
    from: `await setCharger(work, charger, 'quarantined');
  const isRefunded`,
    to: `const isRefunded`,
    tests: [found],
  },
  {
    name: 'the bill of a found charger contains the fee for the loss',
    file: 'contract/rules/pricing/pricing.ts',
    from: `lost.lines.filter(({ kind }) => kind !== 'overdueFee'),`,
    to: `lost.lines,`,
    tests: [found],
  },
  {
    name: 'a rider gets the proof of another rider',
    file: `${modules}/proofs/proveReturn.ts`,
    from: `if (rental?.user_id !== userId) throw`,
    to: `if (!rental || userId === '') throw`,
    tests: [proofs],
  },
  {
    name: 'a proof signs something else than its text',
    file: `${modules}/proofs/proveReturn.ts`,
    from: `sign(null, Buffer.from(payload, 'utf8'), privateKey)`,
    to: `sign(null, Buffer.from(orderId, 'utf8'), privateKey)`,
    tests: [proofs],
  },
  {
    name: 'pauses: the pauses do not lower the bill',
    file: `${modules}/rental/closeRental.ts`,
    from: 'const pauses = readPauses(rental.pauses);',
    to: 'const pauses: Pause[] = [];',
    tests: [pauses],
  },
  {
    name: 'pauses: the whole pause counts, also after the return',
    file: 'contract/rules/pricing/pauses.ts',
    from: 'Math.min(until, pause.endsAt) - from',
    to: 'pause.endsAt - from',
    tests: [pauseRules, pauses],
  },
  {
    name: 'pauses: a pause can make a rental with a coupon dearer',
    file: 'contract/rules/pricing/pricing.ts',
    from: 'return whole.total < counted.total ? whole : counted;',
    to: 'return counted;',
    tests: [pauseRules],
  },
  {
    name: 'pauses: a step of the price in a pause is announced too late',
    file: 'contract/rules/pricing/pricing.ts',
    from: '...pauses.flatMap(({ endsAt }) => (endsAt > before ? [endsAt] : [])),',
    to: '',
    tests: [pauseRules],
  },
  {
    name: 'pauses: the grace time passes in a pause',
    file: 'contract/rules/pricing/pricing.ts',
    from: 'times.until <= graceEndsAt(tariff, times.startedAt, times.pauses)',
    to: 'times.until <= graceEndsAt(tariff, times.startedAt)',
    tests: [pauseRules],
  },
  {
    name: 'pauses: a station with free slots stops the clock',
    file: `${modules}/rental/pauses/pauseRental.ts`,
    from: 'if (takesChargers(station, now)) {',
    to: 'if (freeSlots > 99) {',
    tests: [pauses],
  },
  {
    name: 'pauses: a cabinet without a connection does not stop the clock',
    file: `${modules}/rental/pauses/pauseRental.ts`,
    from: 'return isOnline(station, now) && station.free_slots > 0;',
    to: 'return station.free_slots > 0;',
    tests: [pauses],
  },
  {
    name: 'pauses: a second press in a pause makes another pause',
    file: `${modules}/rental/pauses/pauseRental.ts`,
    from: 'if (pauseAt(rental.pauses, now.getTime())) return rental.id;',
    to: '',
    tests: [pauses],
  },
  {
    name: 'pauses: an open claim does not prevent a pause',
    file: `${modules}/rental/pauses/pauseRental.ts`,
    from: "(state === 'charging' || state === 'overdue') && !claimed_at;",
    to: "state === 'charging' || state === 'overdue';",
    tests: [pauses],
  },
  {
    name: 'pauses: a rental has any number of pauses',
    file: `${modules}/rental/pauses/pauseRental.ts`,
    from: ' && pauses.length < mostPauses;',
    to: ' && pauses.length >= 0;',
    tests: [pauses],
  },
  {
    name: 'pauses: the capture of the deposit and the loss do not move',
    file: `${modules}/rental/pauses/pauseRental.ts`,
    from: 'moved_seconds: rental.moved_seconds + pauseMs / 1000 };',
    to: 'moved_seconds: rental.moved_seconds };',
    tests: [pauses],
  },
  {
    name: 'pauses: a full station uses up a reservation of the day',
    file: `${modules}/reservations/reservations.ts`,
    from: `    .where('is_used', '=', false)
    .where('was_full', '=', false)\n`,
    to: `    .where('is_used', '=', false)\n`,
    tests: [pauses],
  },
  {
    name: 'pauses: a reservation stops the clock at any time after its end',
    file: `${modules}/reservations/reservations.ts`,
    from: `    .where('created_at', '>=', since)
    .where('expires_at', '>', addMs(work.now, -fullAfterExpiryMs))\n`,
    to: `    .where('created_at', '>=', since)\n`,
    tests: [pauses],
  },
  {
    name: 'pauses: a cancelled reservation stops the clock',
    file: `${modules}/reservations/reservations.ts`,
    from: `    .where('created_at', '>=', since)
    .where('expires_at', '>', addMs(work.now, -fullAfterExpiryMs))
    .where(isUnended)\n`,
    to: `    .where('created_at', '>=', since)
    .where('expires_at', '>', addMs(work.now, -fullAfterExpiryMs))\n`,
    tests: [pauses],
  },
  {
    name: 'reservations: a declined card uses up the reservation',
    file: `${modules}/rental/moveRental.ts`,
    from: "if (moved.state === 'failed') await giveReservationBack(work, moved.id);",
    to: '',
    tests: [reservations],
  },
  {
    name: 'reservations: the clusters of the map count an expired reservation',
    file: `${modules}/stations/stationCells.ts`,
    from: 'await dropExpired(trx, now);',
    to: '',
    tests: [`${modules}/stations/stationCells.test.ts`],
  },
  {
    name: 'claims: the clock runs on while a claim is open',
    file: `${modules}/rental/checkRental.ts`,
    from: 'return rental.claimed_at ? checkClaim(work, rental) : checkRunning(work, rental, settings);',
    to: 'return checkRunning(work, rental, settings);',
    tests: [claims],
  },
  {
    name: 'claims: a loss is charged while a claim is open',
    file: `${modules}/rental/checkRental.ts`,
    from: 'if (rental.claimed_at) return checkClaim(work, rental);',
    to: '',
    tests: [claims],
  },
  {
    name: 'claims: a return long after a false claim is billed to the claim',
    file: `${modules}/rental/claims/decideClaim.ts`,
    from: "return kind === 'returned' && at > addMs(claimed, claimToleranceMs) ? at : claimed;",
    to: 'return claimed;',
    tests: [claims],
  },
  {
    name: 'claims: a refused claim does not move the loss',
    file: `${modules}/rental/claims/decideClaim.ts`,
    from: 'moved_seconds: moved.moved_seconds,',
    to: 'moved_seconds: 0,',
    tests: [claims],
  },
  {
    name: 'claims: the time of the claim is billed as a loss',
    file: `${modules}/rental/closeRental.ts`,
    from: 'return endBeforeLoss(rental.tariff, startedAt.getTime(), until, pauses);',
    to: 'return until;',
    tests: [claims],
  },
  {
    name: 'claims: any inventory refutes a claim at once',
    file: `${modules}/rental/cabinetEvents/handleInventory.ts`,
    from: 'if (at < addMs(claim.created_at, claimTrustMs)) return;',
    to: '',
    tests: [claims],
  },
  {
    name: 'claims: nobody is notified about a refused claim',
    file: `${modules}/rental/claims/decideClaim.ts`,
    from: 'await notifyClaimRefused(work, rental, claim.id);',
    to: '',
    tests: [claims],
  },
  {
    name: 'claims: a case of a denied eject has the key of a closed case',
    file: `${modules}/rental/checkRental.ts`,
    from: 'await openCaseAgain(work, {',
    to: 'await openCase(work, {',
    tests: [claims],
  },
  {
    name: 'claims: a second denial after a closed case opens no case',
    file: `${modules}/support/cases.ts`,
    from: "if (former.some(({ state }) => state !== 'closed')) return;",
    to: 'if (former.length > 0) return;',
    tests: [claims],
  },
  {
    name: 'desk: any case about an order decides the claim',
    file: `${modules}/desk/outcomes.ts`,
    from: 'if (await isAboutOpenClaim(work, row, rental)) await',
    to: 'if (rental.claimed_at) await',
    tests: [desk],
  },
  {
    name: 'desk: the rider reads that a waived bill is refunded',
    file: `${modules}/orders/settleDispute.ts`,
    from: "...(lowered.kind === 'waive' && { waived: true }),",
    to: '',
    tests: [desk],
  },
  {
    name: 'faulty: the rental with a faulty charger is billed',
    file: `${modules}/rental/closeRental.ts`,
    from: 'const bill = rental.is_free',
    to: 'const bill = rental.is_free && false',
    tests: [faulty],
  },
  {
    name: 'faulty: a reported charger is lent again',
    file: `${modules}/cabinets/slots.ts`,
    from: "    .where('chargers.held_back_at', 'is', null)\n",
    to: '',
    tests: [faulty],
  },
  {
    name: 'faulty: a swap that failed ends the rental, and the first charger is forgotten',
    file: `${modules}/rental/evidence.ts`,
    from: '  if (restored) return restored;\n',
    to: '',
    tests: [faulty],
  },
  {
    name: 'not ejected: a denied rental goes on while the cabinet is silent',
    file: `${modules}/rental/checkRental.ts`,
    from: "const review = await moveRental(work, rental, 'ejectGivenUp', {\n    failure: 'ejectUnknown',\n    not_ejected_at: null,\n  });",
    to: 'const review = await setRental(work, rental.id, { not_ejected_at: null, next_check_at: null });',
    tests: [claims],
  },
];
