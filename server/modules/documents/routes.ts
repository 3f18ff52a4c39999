import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ExportQuery, ReceiptQuery, StatementQuery } from '../../../contract/documents.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asFile } from '../../http/answers/asFile.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { countDocument, exportOrders, printReceipt, printStatement } from './documents.ts';
import type { PdfQueue } from './pdfQueue.ts';

const tags = ['orders'];
const security = [{ session: [] }];

/** The schema of a binary file in OpenAPI. The answer contains the bytes of the file. */
function fileOf(type: 'application/pdf' | 'text/csv') {
  const schema = z.custom<Buffer | Readable>().meta({ type: 'string', format: 'binary' });
  return { 200: { description: 'The file', content: { [type]: { schema } } } };
}

export const documentRoutes: FastifyPluginAsyncZod<{
  deps: Dependencies;
  pdfQueue: PdfQueue;
}> = async (app, { deps, pdfQueue }) => {
  app.addHook('onRequest', requireSession(deps));
  app.addHook('preHandler', async (request) => countDocument(deps, sessionOf(request).userId));

  app.get(
    paths.receiptPdf,
    {
      config: { guests: true },
      schema: {
        summary: "An order's receipt as a tagged PDF",
        tags,
        security,
        params: z.object({ id: z.uuid() }),
        querystring: ReceiptQuery,
        response: fileOf('application/pdf'),
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const document = await printReceipt(deps, pdfQueue, userId, request.params.id, request.query);
      return asFile(reply, document.name).type('application/pdf').send(document.pdf);
    },
  );

  app.get(
    paths.statementPdf,
    {
      schema: {
        summary: 'Every order of a month as a tagged PDF',
        tags,
        security,
        querystring: StatementQuery,
        response: fileOf('application/pdf'),
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const document = await printStatement(deps, pdfQueue, userId, request.query);
      return asFile(reply, document.name).type('application/pdf').send(document.pdf);
    },
  );

  app.get(
    paths.ordersCsv,
    {
      schema: {
        summary: 'The orders of a period of at most 366 days, a row each',
        tags,
        security,
        querystring: ExportQuery,
        response: fileOf('text/csv'),
      },
    },
    async (request, reply) => {
      const { name, text } = exportOrders(deps, sessionOf(request).userId, request.query);
      return asFile(reply, name).type('text/csv; charset=utf-8').send(Readable.from(text));
    },
  );
};
