import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import {
  AddPaymentMethod,
  EditPaymentMethod,
  PaymentMethod,
  PaymentMethodList,
  BeginSetup,
  PaymentSetup,
  RemovePaymentMethod,
} from '../../../contract/payment.ts';
import type { Dependencies } from '../../dependencies.ts';
import { idempotencyKeyOf } from '../../http/requests/idempotency.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { countMoneyCall } from './cardTesting/moneyCalls.ts';
import { addCard, type CardAdded } from './methods/addCard.ts';
import { beginSetup } from './methods/beginSetup.ts';
import { changeMethodsOnce } from './methods/changeMethodsOnce.ts';
import { editMethod } from './methods/editMethod.ts';
import { makeDefault } from './methods/makeDefault.ts';
import { listMethods } from './methods/methods.ts';
import type { MethodUse } from './methods/methodUse.ts';
import { removeMethod } from './methods/removeMethod.ts';

const tags = ['payment'];
const security = [{ session: [] }];

const edits = { name: 'cardEdit:user', limit: 40, windowSeconds: 3600 };

const MethodParams = z.object({ id: z.uuid() });

interface Options {
  deps: Dependencies;
  /** The functions that tell whether a module may still charge a payment method. */
  methodUses: readonly MethodUse[];
  /**
   * The handlers of the modules that recognise riders by their cards. They run in this order, so
   * that all transactions lock rows in the same order.
   */
  cardAdded: readonly CardAdded[];
}

export const paymentRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { deps, methodUses, cardAdded },
) => {
  app.addHook('onRequest', requireSession(deps));

  app.get(
    paths.paymentMethods,
    {
      config: { guests: true },
      schema: {
        summary: "The rider's saved payment methods, the default one first",
        tags,
        security,
        response: { 200: PaymentMethodList },
      },
    },
    async (request) => ({ methods: await listMethods(deps.db, sessionOf(request).userId) }),
  );

  app.post(
    paths.paymentMethods,
    {
      config: { guests: true },
      schema: {
        summary:
          "Save a payment method from the payment provider's form or sheet (Idempotency-Key)",
        tags,
        security,
        body: AddPaymentMethod,
        response: { 201: PaymentMethod },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const method = await addCard(deps, request, userId, request.body, cardAdded);
      return reply.code(201).send(method);
    },
  );

  app.post(
    paths.paymentSetups,
    {
      config: { guests: true },
      schema: {
        summary:
          "What the payment provider's library needs to add a payment method (Idempotency-Key)",
        tags,
        security,
        body: BeginSetup,
        response: { 201: PaymentSetup },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const key = idempotencyKeyOf(request);
      await countMoneyCall(deps, request, { action: 'setUp' });
      return reply.code(201).send(await beginSetup(deps, userId, key, request.body.kind));
    },
  );

  app.patch(
    paths.paymentMethod,
    {
      schema: {
        summary: 'Save a renewed expiry date or another billing address (Idempotency-Key)',
        tags,
        security,
        params: MethodParams,
        body: EditPaymentMethod,
        response: { 200: PaymentMethodList },
      },
    },
    async (request) => {
      await countCall(deps.db, edits, sessionOf(request).userId, deps.clock.now());
      return editMethod(deps, request, request.params.id, request.body);
    },
  );

  app.post(
    paths.defaultMethod,
    {
      schema: {
        summary: 'Make a payment method the default one (Idempotency-Key)',
        tags,
        security,
        params: MethodParams,
        response: { 200: PaymentMethodList },
      },
    },
    async (request) =>
      changeMethodsOnce(deps, request, (work, userId) =>
        makeDefault(work, userId, request.params.id),
      ),
  );

  app.delete(
    paths.paymentMethod,
    {
      schema: {
        summary: 'Remove a payment method (Idempotency-Key)',
        tags,
        security,
        params: MethodParams,
        querystring: RemovePaymentMethod,
        response: { 200: PaymentMethodList },
      },
    },
    async (request) =>
      changeMethodsOnce(deps, request, (work, userId) =>
        removeMethod(work, userId, request.params.id, request.query, methodUses),
      ),
  );
};
