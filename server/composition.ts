import type { Dependencies } from './dependencies.ts';
import type { CabinetListener } from './gateway/gateway.ts';
import { startCountSamples } from './jobs/countSamples.ts';
import { startHoldCheck } from './jobs/holdCheck.ts';
import { startLedgerCheck } from './jobs/ledgerCheck.ts';
import { startOverdueCheck } from './jobs/overdueCases.ts';
import { startReconciliation } from './jobs/reconciliation.ts';
import { startTicketCheck } from './jobs/ticketCheck.ts';
import { registerAlerts } from './modules/alerts/alerts.ts';
import { registerChangeMessages } from './modules/accountChanges/sendMessage.ts';
import { registerCodeApprovals } from './modules/auth/codes/sendCode.ts';
import { registerCabinetJobs } from './modules/cabinets/commands.ts';
import { registerCommandJobs } from './modules/cabinets/operatorCommands/sendCommands.ts';
import { registerRecounts } from './modules/cabinets/stock/withdrawChargers.ts';
import { cabinetListener } from './modules/cabinets/listener.ts';
import { registerBulkActs } from './modules/bulkActs/bulkActs.ts';
import { registerChargebackJobs } from './modules/chargebacks/jobs.ts';
import { printChargedReceipt } from './modules/documents/documents.ts';
import { registerTariffJobs } from './modules/network/applyTariffs.ts';
import { registerNews } from './modules/notifications/publishNews.ts';
import { chargedRental } from './modules/orders/chargebackEvidence.ts';
import { registerPaymentJobs } from './modules/payments/jobs.ts';
import type { MethodUse } from './modules/payments/methods/methodUse.ts';
import { registerDelivery } from './modules/push/deliver.ts';
import { pushChoices } from './modules/push/notificationSettings.ts';
import { rentalEvents } from './modules/rental/cabinetEvents/rentalEvents.ts';
import { isUsedByRental } from './modules/rental/isUsedByRental.ts';
import { registerRentalJobs } from './modules/rental/jobs.ts';
import { registerRewardJobs } from './modules/rewards/releaseRewards.ts';
import { paidRental } from './modules/rental/bill/paidRental.ts';
import { chargedTopUp } from './modules/topUps/chargebackEvidence.ts';
import { isUsedByTopUp } from './modules/topUps/isUsedByTopUp.ts';
import { paidTopUp } from './modules/topUps/paidTopUp.ts';
import { registerStatementMails } from './modules/venueShares/mailStatements.ts';
import { closingOfMonths } from './modules/venueShares/statements.ts';
import { registerWebhooks } from './modules/webhooks/deliver.ts';

/** The functions that check whether a rental or a top-up uses a payment method. */
export const methodUses: readonly MethodUse[] = [isUsedByRental, isUsedByTopUp];

/** Registers a handler in the outbox for each kind of job, except the jobs of `startChecks`. */
export function registerJobs(deps: Dependencies): void {
  registerOrderJobs(deps);
  registerDelivery(deps);
  registerAlerts(deps);
  registerNews(deps, pushChoices);
  registerChangeMessages(deps);
  registerCodeApprovals(deps);
  registerTariffJobs(deps);
  registerStatementMails(deps);
  registerBulkActs(deps, closingOfMonths(deps.settings.reconciliation.timeZone));
}

/**
 * Registers the handlers that orders and top-ups need, such as those of cabinets, payments, rentals
 * and chargebacks.
 */
export function registerOrderJobs(deps: Dependencies): void {
  registerCabinetJobs(deps);
  registerCommandJobs(deps);
  registerRecounts(deps);
  registerPaymentJobs(deps, { rental: paidRental, topUp: paidTopUp }, methodUses);
  registerRentalJobs(deps);
  registerChargebackJobs(deps, { rental: chargedRental, topUp: chargedTopUp }, printChargedReceipt);
  registerRewardJobs(deps);
  registerWebhooks(deps);
}

/** Registers the handlers of the jobs that repeat at fixed times, and plans the next run of each job. */
export async function startChecks(deps: Dependencies): Promise<void> {
  await startLedgerCheck(deps);
  await startReconciliation(deps);
  await startHoldCheck(deps);
  await startCountSamples(deps);
  await startOverdueCheck(deps);
  await startTicketCheck(deps);
}

/** Processes the events of cabinets, with their effects on rentals. */
export function listenToCabinets(
  deps: Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log' | 'settings'>,
): CabinetListener {
  return cabinetListener(deps, rentalEvents(deps.settings));
}
