import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../../contract/paths.ts';
import {
  AddPaymentMethod,
  CardForm,
  PaymentMethod,
  PaymentMethodList,
} from '../../../contract/payment.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countCall } from '../../http/rateLimit.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { addCard } from './addCard.ts';
import { listMethods } from './methods.ts';

const tags = ['payment'];
const security = [{ session: [] }];

/** Whoever tries card after card is testing stolen numbers. */
const additions = { name: 'card:user', limit: 20, windowSeconds: 3600 };

export const paymentRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.addHook('preHandler', requireSession(deps));

  app.get(
    paths.paymentMethods,
    {
      schema: {
        summary: "The rider's saved payment methods, the default one first",
        tags,
        security,
        response: { 200: PaymentMethodList },
      },
    },
    async (request) => ({ methods: await listMethods(deps.db, sessionOf(request).userId) }),
  );

  app.get(
    paths.cardForm,
    {
      schema: {
        summary: "Where the payment provider's card form lives",
        tags,
        security,
        response: { 200: CardForm },
      },
    },
    async () => deps.payments.cardForm(),
  );

  app.post(
    paths.paymentMethods,
    {
      schema: {
        summary: "Keep a card that the payment provider's form took (Idempotency-Key)",
        tags,
        security,
        body: AddPaymentMethod,
        response: { 201: PaymentMethod },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      await countCall(deps.db, additions, userId, deps.clock.now());
      const { body } = await addCard(deps, request, userId, request.body);
      return reply.code(201).send(PaymentMethod.parse(body));
    },
  );
};
