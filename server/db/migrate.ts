import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import * as first from './migrations/0.1.0/0001-first.ts';
import * as stationPhotos from './migrations/0.1.0/0002-station-photos.ts';
import * as stationIndex from './migrations/0.1.0/0003-station-index.ts';
import * as watches from './migrations/0.1.0/0004-watches.ts';
import * as stationSources from './migrations/0.1.0/0005-station-sources.ts';
import * as accounts from './migrations/0.1.0/0006-accounts.ts';
import * as carriedCodes from './migrations/0.1.0/0007-carried-codes.ts';
import * as riderLookups from './migrations/0.1.0/0008-rider-lookups.ts';
import * as wallet from './migrations/0.1.0/0009-wallet.ts';
import * as holds from './migrations/0.1.0/0010-holds.ts';
import * as couponMarks from './migrations/0.1.0/0011-coupon-marks.ts';
import * as notifications from './migrations/0.1.0/0012-notifications.ts';
import * as newsOfOrders from './migrations/0.1.0/0013-news-of-orders.ts';
import * as campaigns from './migrations/0.1.0/0014-campaigns.ts';
import * as reports from './migrations/0.1.0/0016-reports.ts';
import * as hosts from './migrations/0.1.0/0017-hosts.ts';
import * as providerKeys from './migrations/0.1.0/0018-provider-keys.ts';
import * as leases from './migrations/0.1.0/0019-leases.ts';
import * as cabinetTimes from './migrations/0.1.0/0020-cabinet-times.ts';
import * as oneHold from './migrations/payments/0021-one-hold.ts';
import * as chargebacks from './migrations/payments/0022-chargebacks.ts';
import * as acceptances from './migrations/0023-acceptances.ts';
import * as reconciliation from './migrations/payments/0024-reconciliation.ts';
import * as pendingRewards from './migrations/0025-pending-rewards.ts';
import * as uncertainEjects from './migrations/0026-uncertain-ejects.ts';
import * as lateMessages from './migrations/0027-late-messages.ts';
import * as evidenceReceipts from './migrations/0028-evidence-receipts.ts';
import * as stepUp from './migrations/0030-step-up.ts';
import * as accountChanges from './migrations/0031-account-changes.ts';
import * as cardTesting from './migrations/payments/0034-card-testing.ts';
import * as knownDevices from './migrations/0035-known-devices.ts';
import * as erasure from './migrations/0036-erasure.ts';
import * as browserCodes from './migrations/0037-browser-codes.ts';
import * as cardSites from './migrations/payments/0038-card-sites.ts';
import * as guests from './migrations/0040-guests.ts';
import * as caseDesk from './migrations/0042-case-desk.ts';
import * as cabinetEvents from './migrations/0043-cabinet-events.ts';
import * as foundChargers from './migrations/0044-found-chargers.ts';
import * as proofKeys from './migrations/0045-proof-keys.ts';
import * as claims from './migrations/0046-claims.ts';
import * as faultyChargers from './migrations/0047-faulty-chargers.ts';
import * as favourites from './migrations/0050-favourites.ts';
import * as usualCounts from './migrations/0051-usual-counts.ts';
import * as cabinetLayouts from './migrations/0053-cabinet-layouts.ts';
import * as photoBlurs from './migrations/0054-photo-blurs.ts';
import * as reservations from './migrations/0056-reservations.ts';
import * as operators from './migrations/operators/0057-operators.ts';
import * as pauses from './migrations/0058-pauses.ts';
import * as reservedCells from './migrations/0059-reserved-cells.ts';
import * as claimChecks from './migrations/0060-claim-checks.ts';
import * as tariffAssignments from './migrations/operators/0062-tariff-assignments.ts';
import * as stationStates from './migrations/operators/0063-station-states.ts';
import * as formerSecrets from './migrations/operators/0064-former-secrets.ts';
import * as chargerStock from './migrations/operators/0065-charger-stock.ts';
import * as webhooks from './migrations/operators/0066-webhooks.ts';
import * as tickets from './migrations/operators/0067-tickets.ts';
import * as venues from './migrations/operators/0068-venues.ts';
import * as tariffHours from './migrations/operators/0069-tariff-hours.ts';
import * as riders from './migrations/operators/0070-riders.ts';
import * as payouts from './migrations/operators/0071-payouts.ts';
import * as operatorSignIn from './migrations/operators/0072-operator-sign-in.ts';
import * as operatorReach from './migrations/operators/0073-operator-reach.ts';
import * as invoices from './migrations/operators/0074-invoices.ts';
import * as ledgerReading from './migrations/operators/0075-ledger-reading.ts';
import * as venueShares from './migrations/operators/0076-venue-shares.ts';
import * as listIndexes from './migrations/operators/0077-list-indexes.ts';
import * as cabinetParameters from './migrations/operators/0078-cabinet-parameters.ts';
import * as actOrigins from './migrations/operators/0079-act-origins.ts';
import * as bulkActs from './migrations/operators/0080-bulk-acts.ts';
import * as venuePayouts from './migrations/operators/0081-venue-payouts.ts';
import * as timeLines from './migrations/operators/0082-time-lines.ts';
import * as reconciliationAmounts from './migrations/operators/0083-reconciliation-amounts.ts';
import * as failedRefunds from './migrations/payments/0084-failed-refunds.ts';

/** The migrations in their order. Each is imported by its name, so that type checks and bundlers include it. */
const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-station-photos': stationPhotos,
  '0003-station-index': stationIndex,
  '0004-watches': watches,
  '0005-station-sources': stationSources,
  '0006-accounts': accounts,
  '0007-carried-codes': carriedCodes,
  '0008-rider-lookups': riderLookups,
  '0009-wallet': wallet,
  '0010-holds': holds,
  '0011-coupon-marks': couponMarks,
  '0012-notifications': notifications,
  '0013-news-of-orders': newsOfOrders,
  '0014-campaigns': campaigns,
  '0016-reports': reports,
  '0017-hosts': hosts,
  '0018-provider-keys': providerKeys,
  '0019-leases': leases,
  '0020-cabinet-times': cabinetTimes,
  '0021-one-hold': oneHold,
  '0022-chargebacks': chargebacks,
  '0023-acceptances': acceptances,
  '0024-reconciliation': reconciliation,
  '0025-pending-rewards': pendingRewards,
  '0026-uncertain-ejects': uncertainEjects,
  '0027-late-messages': lateMessages,
  '0028-evidence-receipts': evidenceReceipts,
  '0030-step-up': stepUp,
  '0031-account-changes': accountChanges,
  '0034-card-testing': cardTesting,
  '0035-known-devices': knownDevices,
  '0036-erasure': erasure,
  '0037-browser-codes': browserCodes,
  '0038-card-sites': cardSites,
  '0040-guests': guests,
  '0042-case-desk': caseDesk,
  '0043-cabinet-events': cabinetEvents,
  '0044-found-chargers': foundChargers,
  '0045-proof-keys': proofKeys,
  '0046-claims': claims,
  '0047-faulty-chargers': faultyChargers,
  '0050-favourites': favourites,
  '0051-usual-counts': usualCounts,
  '0053-cabinet-layouts': cabinetLayouts,
  '0054-photo-blurs': photoBlurs,
  '0056-reservations': reservations,
  '0057-operators': operators,
  '0058-pauses': pauses,
  '0059-reserved-cells': reservedCells,
  '0060-claim-checks': claimChecks,
  '0062-tariff-assignments': tariffAssignments,
  '0063-station-states': stationStates,
  '0064-former-secrets': formerSecrets,
  '0065-charger-stock': chargerStock,
  '0066-webhooks': webhooks,
  '0067-tickets': tickets,
  '0068-venues': venues,
  '0069-tariff-hours': tariffHours,
  '0070-riders': riders,
  '0071-payouts': payouts,
  '0072-operator-sign-in': operatorSignIn,
  '0073-operator-reach': operatorReach,
  '0074-invoices': invoices,
  '0075-ledger-reading': ledgerReading,
  '0076-venue-shares': venueShares,
  '0077-list-indexes': listIndexes,
  '0078-cabinet-parameters': cabinetParameters,
  '0079-act-origins': actOrigins,
  '0080-bulk-acts': bulkActs,
  '0081-venue-payouts': venuePayouts,
  '0082-time-lines': timeLines,
  '0083-reconciliation-amounts': reconciliationAmounts,
  '0084-failed-refunds': failedRefunds,
};

/** Migrates the tables. On PostgreSQL, an advisory lock ensures that only one process migrates at a time. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('the database could not be migrated', { cause: error });
}
