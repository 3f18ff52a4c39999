import { fileURLToPath } from 'node:url';
import { ProofKeyRotated } from '../../../contract/operators/desk.ts';
import { FileError } from '../../modules/network/import/entry.ts';
import { cases } from '../cases/cases.ts';
import { onlyOne, readArgs, refuse, UsageError, type Program } from '../runCommand.ts';
import { accounting, ledger, reconciliation, sellers } from './money/accounting.ts';
import { payouts, shares, statements } from './money/venueShares.ts';
import { hostCommands, newsCommands } from './promotions/announcements.ts';
import { approvals } from './team/approvals.ts';
import { audit } from './team/audit.ts';
import { bulkActs } from './bulkActs.ts';
import { campaignCommands } from './promotions/campaigns.ts';
import { chargebacks } from './money/chargebacks.ts';
import { couponCommands } from './promotions/coupons.ts';
import { chargers } from './field/chargers.ts';
import { cabinets, sessions } from './field/fieldWork.ts';
import { complete } from './completion/complete.ts';
import { completionScript, shells } from './completion/script.ts';
import { doctor } from './doctor.ts';
import { help } from './help.ts';
import { login, logout, secondFactor } from './team/login.ts';
import { operators } from './team/operators.ts';
import { callServer, type OpsContext } from './opsClient.ts';
import { orders } from './riders/orders.ts';
import { refunds } from './riders/refunds.ts';
import { restocking } from './field/restocking.ts';
import { riders } from './riders/riders.ts';
import { secrets } from './stations/secrets.ts';
import { stations } from './stations/stations.ts';
import { tariffs } from './stations/tariffs.ts';
import { alerts, tickets } from './field/tickets.ts';
import { regions, venues } from './stations/venues.ts';
import { webhooks } from './webhooks.ts';

/** The folder of the product. */
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

export const ops: Program<OpsContext> = {
  help,
  explained: [FileError],
  commands: {
    login,
    logout,
    'second-factor': (args) => within(secondFactor, 'second-factor', args),
    cases: (args) => within(cases, 'cases', args),
    chargebacks: (args) => within(chargebacks, 'chargebacks', args),
    coupons: (args) => within({ commands: couponCommands() }, 'coupons', args),
    campaigns: (args) => within({ commands: campaignCommands() }, 'campaigns', args),
    news: (args) => within({ commands: newsCommands() }, 'news', args),
    hosts: (args) => within({ commands: hostCommands() }, 'hosts', args),
    orders: (args) => within(orders, 'orders', args),
    riders: (args) => within(riders, 'riders', args),
    refunds: (args) => within(refunds, 'refunds', args),
    operators: (args) => within(operators, 'operators', args),
    audit: (args) => within(audit, 'audit', args),
    tariffs: (args) => within(tariffs, 'tariffs', args),
    restocking,
    stations: (args) => within(stations, 'stations', args),
    regions: (args) => within(regions, 'regions', args),
    venues: (args) => within(venues, 'venues', args),
    approvals: (args) => within(approvals, 'approvals', args),
    'bulk-acts': (args) => within(bulkActs, 'bulk-acts', args),
    chargers: (args) => within(chargers, 'chargers', args),
    sessions: (args) => within(sessions, 'sessions', args),
    cabinets: (args) => within(cabinets, 'cabinets', args),
    tickets: (args) => within(tickets, 'tickets', args),
    alerts: (args) => within(alerts, 'alerts', args),
    webhooks: (args) => within(webhooks, 'webhooks', args),
    ledger: (args) => within(ledger, 'ledger', args),
    reconciliation: (args) => within(reconciliation, 'reconciliation', args),
    accounting: (args) => within(accounting, 'accounting', args),
    sellers: (args) => within(sellers, 'sellers', args),
    payouts: (args) => within(payouts, 'payouts', args),
    shares: (args) => within(shares, 'shares', args),
    statements: (args) => within(statements, 'statements', args),
    secrets: (args) => within(secrets, 'secrets', args),
    doctor,
    completion(args) {
      const message = `completion takes ${shells.join(' or ')}.`;
      const name = onlyOne(readArgs(args, {}).positionals, message);
      const shell = shells.find((one) => one === name);
      if (!shell) throw new UsageError(message);
      return async () => completionScript(shell, root);
    },
    // The completion of the shells calls this command.
    __complete: (words) => async (context) =>
      (await complete(context, words)).map((word) => `${word}\n`).join(''),
    'proof-key'(args) {
      const { positionals, why, as } = readArgs(args, {
        why: { type: 'string' },
        as: { type: 'string' },
      });
      refuse(
        positionals.join() !== 'rotate' || why === undefined,
        'Write: proof-key rotate --why WORDS',
      );
      return async (context) => {
        const options = { body: { why }, as };
        const { key } = await callServer(context, ProofKeyRotated, '/api/ops/proof-keys', options);
        return `Key ${key} signs proofs of return from now on. Former proofs stay valid.\n`;
      };
    },
  },
};

function within(
  { commands }: Pick<Program<OpsContext>, 'commands'>,
  group: string,
  [name = '', ...rest]: string[],
) {
  const read = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!read) throw new UsageError(`There is no command ${group} ${name}.`);
  return read(rest);
}
