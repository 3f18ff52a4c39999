import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AccountingQuery,
  AddSeller,
  BalanceList,
  BalanceQuery,
  DifferenceList,
  DifferenceQuery,
  EntryList,
  EntryQuery,
  LedgerChecked,
  ReconciledDay,
  ReconciledDayQuery,
  ReconciliationAsked,
  SellerAdded,
  SellerList,
} from '../../../contract/operators/accounting.ts';
import { OnlyReason } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asFile } from '../../http/answers/asFile.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { dayStart } from '../../time/timeZones.ts';
import { transact } from '../../db/unitOfWork.ts';
import { listSellers } from '../invoices/sellers.ts';
import { accountSums } from '../ledger/readLedger.ts';
import { actOf, guardOperators } from '../operators/guard.ts';
import { auditBooks } from './auditBooks.ts';
import { askRun } from './askRun.ts';
import { daysBetween } from './days.ts';
import { accountsCsv } from './exportAccounts.ts';
import { listDifferences, listEntries, readReconciledDay } from './readBooks.ts';
import { addSeller, presentSeller } from './sellerActs.ts';

/** The ledger, its comparison with the payment provider, and the seller on invoices. */
export const accountingRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const bound = callBounds.operator;
  const config = { bound, roles: ['finance'] as const };
  const readers = { bound, roles: ['finance', 'readOnly'] as const };
  const { timeZone } = deps.settings.reconciliation;

  app.get(
    '/api/ops/ledger/balances',
    {
      config: readers,
      schema: {
        summary: 'Show the balances of the accounts',
        querystring: BalanceQuery,
        response: { 200: BalanceList },
      },
    },
    async ({ query: { until } }) => {
      const end = until === undefined ? null : dayStart(until, timeZone, 1);
      const sums = await accountSums(deps.db, { from: null, until: end });
      return {
        balances: sums.map(({ account, currency, debits, credits }) => ({
          account,
          currency,
          debits,
          credits,
          balance: debits - credits,
        })),
      };
    },
  );

  app.get(
    '/api/ops/ledger/entries',
    {
      config: readers,
      schema: {
        summary: 'List entries of the ledger',
        querystring: EntryQuery,
        response: { 200: EntryList },
      },
    },
    ({ query }) => listEntries(deps, query),
  );

  // The check reads all bookings, so concurrent calls share one check.
  let check: Promise<string[]> | null = null;
  app.get(
    '/api/ops/ledger/check',
    { config: readers, schema: { summary: 'Check the ledger', response: { 200: LedgerChecked } } },
    async () => {
      check ??= auditBooks(deps.db).finally(() => {
        check = null;
      });
      return { findings: await check };
    },
  );

  app.get(
    '/api/ops/reconciliation/day',
    {
      config: readers,
      schema: {
        summary: 'Show the comparison of a day with the payment provider',
        querystring: ReconciledDayQuery,
        response: { 200: ReconciledDay },
      },
    },
    ({ query }) => readReconciledDay(deps, query.day),
  );

  app.get(
    '/api/ops/reconciliation/differences',
    {
      config: readers,
      schema: {
        summary: 'List the differences from the payment provider',
        querystring: DifferenceQuery,
        response: { 200: DifferenceList },
      },
    },
    ({ query }) => listDifferences(deps, query),
  );

  app.post(
    '/api/ops/reconciliation/run',
    {
      config,
      schema: {
        summary: 'Compare with the payment provider at once',
        body: OnlyReason,
        response: { 200: ReconciliationAsked },
      },
    },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => askRun(work, deps.payments.name, act));
    },
  );

  app.get(
    '/api/ops/sellers',
    {
      config: readers,
      schema: { summary: 'List the versions of the seller', response: { 200: SellerList } },
    },
    async () => ({ sellers: (await listSellers(deps.db)).map(presentSeller) }),
  );

  app.post(
    '/api/ops/sellers',
    {
      config,
      schema: {
        summary: 'Add a version of the seller',
        body: AddSeller,
        response: { 201: SellerAdded },
      },
    },
    async (request, reply) => {
      const { why, ...seller } = request.body;
      const act = actOf(request, why);
      return reply.code(201).send(await transact(deps, (work) => addSeller(work, seller, act)));
    },
  );

  app.get(
    '/api/ops/accounting/export',
    {
      config: readers,
      schema: {
        summary: 'Export the sums of each account and day as CSV',
        querystring: AccountingQuery,
      },
    },
    async ({ query: { from, to } }, reply) => {
      const text = accountsCsv(deps.db, daysBetween(from, to), timeZone);
      return asFile(reply, `accounts-${from}-${to}.csv`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(text));
    },
  );
};
