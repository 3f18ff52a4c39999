import { timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppOrigins } from '../appOrigins.ts';
import { secureAnswers } from '../secureAnswers.ts';
import type { Faults, Operation } from './faults.ts';
import { KeyReusedError, type Issuer } from './issuer.ts';
import { issuerPages, issuerPolicy } from './issuerPages.ts';
import {
  AttachRequest,
  AuthorizeRequest,
  BalanceRequest,
  CaptureRequest,
  ChargebackRequest,
  DeleteCustomerRequest,
  DetachRequest,
  EditRequest,
  EvidenceRequest,
  FraudWarningRequest,
  mostReceiptBytes,
  PaymentRequest,
  ReceiptRequest,
  RefundRequest,
  TransactionsRequest,
  VoidRequest,
  type IssuerError,
} from './wire.ts';

export interface IssuerServerOptions {
  host: string;
  /** The port to listen on. With 0, the operating system chooses the port. */
  port: number;
  issuer: Issuer;
  faults: Faults;
  /** The secret that authenticates the merchant. */
  merchantKey: string;
  appOrigins: AppOrigins;
}

/**
 * The part of Fastify's errors that this file uses. Fastify throws such an error, for example, for a body that is not
 * JSON.
 */
const Refusal = z.object({ statusCode: z.int().min(400).max(499) });

export interface IssuerServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Starts the card issuer's server on a separate origin. The server logs nothing, because its
 * requests contain card numbers.
 */
export async function startIssuerServer(options: IssuerServerOptions): Promise<IssuerServer> {
  const app = fastify({ logger: false, bodyLimit: 256 * 1024, forceCloseConnections: true });
  secureAnswers(app, issuerPolicy(options.appOrigins));
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof KeyReusedError) return refuse(reply, 409, 'keyReused');
    const status = Refusal.safeParse(error).data?.statusCode ?? 500;
    return refuse(reply, status, 'invalidInput');
  });
  await app.register(issuerPages, {
    issuer: options.issuer,
    appOrigins: options.appOrigins,
  });
  merchantApi(app, options);
  await app.listen({ host: options.host, port: options.port });
  return { port: portOf(app), close: () => app.close() };
}

function merchantApi(app: FastifyInstance, options: IssuerServerOptions): void {
  const { issuer, faults } = options;
  const expected = Buffer.from(`Bearer ${options.merchantKey}`);

  const call = <Request>(
    operation: Operation,
    schema: z.ZodType<Request>,
    perform: (request: Request) => object,
    route: { bodyLimit?: number } = {},
  ): void => {
    app.post(`/api/${operation}`, route, async (request: FastifyRequest, reply: FastifyReply) => {
      const given = Buffer.from(request.headers.authorization ?? '');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        return refuse(reply, 401, 'unauthorized');
      }
      const parsed = schema.safeParse(request.body);
      if (!parsed.success) return refuse(reply, 400, 'invalidInput');
      const fault = faults.take(operation);
      if (fault === 'errorBefore') return refuse(reply, 500, 'invalidInput');
      const answer = fault.endsWith('Before') ? null : perform(parsed.data);
      if (fault === 'off') return reply.send(answer);
      // The merchant gets no answer to this call.
      reply.hijack();
      if (fault.startsWith('cut')) reply.raw.destroy();
      return reply;
    });
  };

  call('attach', AttachRequest, (request) => issuer.attach(request));
  call('edit', EditRequest, (request) => issuer.edit(request));
  call('detach', DetachRequest, (request) => issuer.detach(request));
  call('deleteCustomer', DeleteCustomerRequest, (request) => issuer.deleteCustomer(request));
  call('authorize', AuthorizeRequest, (request) => issuer.authorize(request));
  call('capture', CaptureRequest, (request) => issuer.capture(request));
  call('void', VoidRequest, (request) => issuer.void(request));
  call('refund', RefundRequest, (request) => issuer.refund(request));
  call('transactions', TransactionsRequest, (request) => issuer.transactions(request));
  call('balance', BalanceRequest, () => issuer.balance());
  call('payment', PaymentRequest, (request) => issuer.report(request));
  const { chargebacks } = issuer;
  call('chargeback', ChargebackRequest, (request) => chargebacks.read(request));
  call('receipt', ReceiptRequest, (request) => issuer.uploadReceipt(request), {
    // Base64 makes a file larger by a third. The limit leaves more room, so that a file that is
    // slightly too large still reaches the issuer, and the issuer itself can refuse the file.
    bodyLimit: mostReceiptBytes * 2,
  });
  call('evidence', EvidenceRequest, (request) => chargebacks.submit(request));
  call('fraudWarning', FraudWarningRequest, (request) => chargebacks.readWarning(request));
}

function refuse(
  reply: FastifyReply,
  status: number,
  error: z.infer<typeof IssuerError>['error'],
): FastifyReply {
  return reply.code(status).send({ error } satisfies z.infer<typeof IssuerError>);
}

function portOf(app: FastifyInstance): number {
  const address: string | AddressInfo | null = app.server.address();
  if (!address || typeof address === 'string') throw new Error('the issuer has no port');
  return address.port;
}
