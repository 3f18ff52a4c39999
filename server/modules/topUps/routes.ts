import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import {
  RefundWallet,
  StartTopUp,
  TopUp,
  Wallet,
  WalletMovementQuery,
  WalletMovements,
} from '../../../contract/wallet.ts';
import type { Dependencies } from '../../dependencies.ts';
import { workOnce } from '../../http/requests/idempotency.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { countMoneyCall } from '../payments/cardTesting/moneyCalls.ts';
import { requireProof } from '../auth/proof.ts';
import { findTopUp } from './findTopUp.ts';
import { refundTopUps } from './refundTopUps.ts';
import { startTopUp } from './startTopUp.ts';
import { listMovements } from '../wallet/listMovements.ts';
import { presentWallet } from './presentWallet.ts';

const tags = ['wallet'];
const security = [{ session: [] }];

export const walletRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  const { db, settings } = deps;
  app.addHook('onRequest', requireSession(deps));

  app.get(
    paths.wallet,
    {
      schema: {
        summary: "The rider's GoCash, the top-up amounts, and the refundable amount",
        tags,
        security,
        response: { 200: Wallet },
      },
    },
    async (request) => presentWallet(db, settings, sessionOf(request).userId, deps.clock.now()),
  );

  app.get(
    paths.walletMovements,
    {
      schema: {
        summary: 'The movements of GoCash, newest first',
        tags,
        security,
        querystring: WalletMovementQuery,
        response: { 200: WalletMovements },
      },
    },
    async (request) => listMovements(db, sessionOf(request).userId, request.query),
  );

  app.post(
    paths.topUps,
    {
      schema: {
        summary: 'Top GoCash up (Idempotency-Key); follow the top-up for the result',
        tags,
        security,
        body: StartTopUp,
        response: { 202: TopUp },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const { paymentMethodId: methodId } = request.body;
      await countMoneyCall(deps, request, { action: 'topUp', methodId });
      const topUp = await workOnce(deps, request, userId, TopUp, async (work) =>
        findTopUp(work.trx, userId, await startTopUp(work, settings, userId, request.body)),
      );
      return reply.code(202).send(topUp);
    },
  );

  app.get(
    paths.topUp,
    {
      schema: {
        summary: 'One top-up',
        tags,
        security,
        params: z.object({ id: z.uuid() }),
        response: { 200: TopUp },
      },
    },
    async (request) => findTopUp(db, sessionOf(request).userId, request.params.id),
  );

  app.post(
    paths.walletRefund,
    {
      schema: {
        summary: 'Refund the top-up portion to the cards that paid it (Idempotency-Key)',
        tags,
        security,
        body: RefundWallet,
        response: { 200: Wallet },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const { userId } = session;
      return workOnce(deps, request, userId, Wallet, async (work) => {
        await requireProof(deps, work.trx, session);
        await refundTopUps(work, settings, userId, request.body.amount);
        return presentWallet(work.trx, settings, userId, work.now);
      });
    },
  );
};
