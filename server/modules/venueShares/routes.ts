import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ClosedList,
  ClosedQuery,
  CloseMonth,
  ClosingBegun,
  MonthClosed,
  PayoutList,
  PayoutRecorded,
  PayoutReversed,
  RecordPayout,
  ReversePayout,
  SendStatements,
  SetTerms,
  StatementList,
  StatementMonth,
  StatementsSent,
  TermsChanged,
  TermsList,
} from '../../../contract/operators/venueShares.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asFile } from '../../http/answers/asFile.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import type { PdfQueue } from '../documents/pdfQueue.ts';
import { readVenue } from '../network/venues/readVenue.ts';
import { actOf, guardOperators, operatorOf } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { isWithin } from '../venues/stationVenues.ts';
import { findVenue } from '../venues/venues.ts';
import { sendStatements } from './mailStatements.ts';
import { listPayouts, recordPayout, reversePayout } from './payouts.ts';
import { statementDocument, statementsCsv } from './printStatement.ts';
import { beginClosing, closeMonth, listClosed, readStatements } from './statements.ts';
import { presentTerms, readTerms, setTerms } from './termsActs.ts';

const VenueParams = z.object({ id: z.string().max(40) });
const PrintQuery = StatementMonth.extend({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
});

const closedPath = '/api/ops/venue-statements';
const InPath = z.object({ id: z.string().optional() });
const InQuery = z.object({ venue: z.string().optional() });

/**
 * Refuses calls about venues outside of the operator's regions and venues. If the operator is
 * limited in this way, also refuses acts on all venues and lists of all venues.
 *
 * @throws {OpsError} regionForeign.
 */
async function refuseForeignVenue({ db }: Dependencies, request: FastifyRequest): Promise<void> {
  const { reach } = operatorOf(request);
  if (reach === null) return;
  // Only the list accepts a venue in its query. All other routes ignore the query.
  const named =
    request.routeOptions.url === closedPath
      ? InQuery.parse(request.query).venue
      : InPath.parse(request.params).id;
  const venue = named === undefined ? null : await findVenue(db, named);
  if (venue && isWithin(reach, { venue: venue.id, region: venue.region })) return;
  throw new OpsError('regionForeign', 'Name a venue in your regions and venues.');
}

/** Endpoints for the shares of the owners of venues, their monthly statements, and the payouts. */
export const venueShareRoutes: FastifyPluginAsyncZod<{
  deps: Dependencies;
  pdfQueue: PdfQueue;
}> = async (app, { deps, pdfQueue }) => {
  guardOperators(app, deps);
  app.addHook('preHandler', (request) => refuseForeignVenue(deps, request));
  const bound = callBounds.operator;
  const config = { bound, roles: ['finance'] as const };
  const readers = { bound, roles: ['finance', 'readOnly'] as const };
  const { timeZone } = deps.settings.reconciliation;
  const params = VenueParams;
  const hasMailServer = deps.mail !== null;

  app.get(
    '/api/ops/venues/:id/terms',
    {
      config: readers,
      schema: {
        summary: 'List the shares of the owner of a venue',
        params,
        response: { 200: TermsList },
      },
    },
    async (request) => {
      const { id } = await readVenue(deps.db, request.params.id);
      return { terms: (await readTerms(deps.db, id, null)).map(presentTerms) };
    },
  );

  app.post(
    '/api/ops/venues/:id/terms',
    {
      config,
      schema: {
        summary: 'Set the share of the owner of a venue',
        params,
        body: SetTerms,
        response: { 200: TermsChanged },
      },
    },
    (request) => {
      const { why, ...terms } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => setTerms(work, request.params.id, terms, act));
    },
  );

  app.get(
    '/api/ops/venues/:id/statements',
    {
      config: readers,
      schema: {
        summary: 'Show the statements of a venue for a month',
        params,
        querystring: StatementMonth,
        response: { 200: StatementList },
      },
    },
    async (request) => {
      const { month } = request.query;
      const found = await readStatements(deps.db, request.params.id, month, timeZone);
      return { statements: found.map(({ shown }) => shown) };
    },
  );

  app.post(
    '/api/ops/venues/:id/statements/close',
    {
      config,
      schema: {
        summary: 'Close a month of a venue',
        params,
        body: CloseMonth,
        response: { 200: MonthClosed },
      },
    },
    async (request) => {
      const { why, month } = request.body;
      const act = actOf(request, why);
      const { id } = request.params;
      const done = await transact(deps, (work) => closeMonth(work, id, month, timeZone, act));
      return { ...done, hasMailServer };
    },
  );

  app.post(
    '/api/ops/venues/:id/statements/send',
    {
      config,
      schema: {
        summary: 'Mail the statements of a venue for a month again',
        params,
        body: SendStatements,
        response: { 202: StatementsSent },
      },
    },
    async (request, reply) => {
      const { why, month } = request.body;
      const act = actOf(request, why);
      const asked = { venue: request.params.id, month, timeZone, hasMail: hasMailServer };
      return reply.code(202).send(await transact(deps, (work) => sendStatements(work, asked, act)));
    },
  );

  app.get(
    '/api/ops/venues/:id/payouts',
    {
      config: readers,
      schema: {
        summary: 'List the payouts to the owner of a venue',
        params,
        response: { 200: PayoutList },
      },
    },
    (request) => listPayouts(deps.db, request.params.id),
  );

  app.post(
    '/api/ops/venues/:id/payouts',
    {
      config,
      schema: {
        summary: 'Record a payout to the owner of a venue',
        params,
        body: RecordPayout,
        response: { 200: PayoutRecorded },
      },
    },
    (request) => {
      const { why, ...asked } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => recordPayout(work, request.params.id, asked, timeZone, act));
    },
  );

  app.post(
    '/api/ops/venues/:id/payouts/:payout/reverse',
    {
      config,
      schema: {
        summary: 'Reverse a payout that was recorded wrongly',
        // Convert the id to lower case, because the key of the booking contains the id in lower
        // case.
        params: VenueParams.extend({ payout: z.uuid().toLowerCase() }),
        body: ReversePayout,
        response: { 200: PayoutReversed },
      },
    },
    (request) => {
      const { id, payout } = request.params;
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => reversePayout(work, id, payout, act));
    },
  );

  app.get(
    '/api/ops/venues/:id/statements.csv',
    {
      config: readers,
      schema: {
        summary: 'Download the statements of a venue for a month as CSV',
        params,
        querystring: StatementMonth,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { month } = request.query;
      const found = await readStatements(deps.db, id, month, timeZone);
      return asFile(reply, `statement-${month}.csv`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(statementsCsv(deps.db, found)));
    },
  );

  app.get(
    '/api/ops/venues/:id/statements.pdf',
    {
      config: readers,
      schema: {
        summary: 'Download a statement of a venue as PDF',
        params,
        querystring: PrintQuery,
      },
    },
    async (request, reply) => {
      const { month, currency } = request.query;
      const found = await readStatements(deps.db, request.params.id, month, timeZone);
      const statement = found.find(
        ({ shown }) => currency === undefined || shown.captures.currency === currency,
      );
      if (!statement) {
        throw new OpsError('statementNotFound', `The venue has no statement for ${month}.`);
      }
      const { language } = await readVenue(deps.db, request.params.id);
      const options = { brand: deps.settings.brand.name, now: deps.clock.now(), language };
      const model = statementDocument(statement, options);
      const pdf = await pdfQueue.print(model, `operator:${operatorOf(request).name}`);
      return asFile(reply, `statement-${month}.pdf`).type('application/pdf').send(pdf);
    },
  );

  app.post(
    `${closedPath}/close`,
    {
      config,
      schema: {
        summary: 'Close a month of all venues',
        body: CloseMonth,
        response: { 202: ClosingBegun },
      },
    },
    async (request, reply) => {
      const { why, month } = request.body;
      const act = actOf(request, why);
      const begun = await transact(deps, (work) => beginClosing(work, month, timeZone, act));
      return reply.code(202).send({ ...begun, hasMailServer });
    },
  );

  app.get(
    closedPath,
    {
      config: readers,
      schema: {
        summary: 'List the closed statements',
        querystring: ClosedQuery,
        response: { 200: ClosedList },
      },
    },
    ({ query }) => listClosed(deps.db, query),
  );
};
