import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paths } from '../../../contract/paths.ts';
import { FriendCode, FriendCodeState, FriendReward, Referral } from '../../../contract/referral.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { admitSession, requireSession, sessionOf } from '../auth/guard.ts';
import { friendCodeState } from './friendCodeState.ts';
import { readReferral } from './readReferral.ts';
import { checkInvite, redeemInvite } from './redeemInvite.ts';

const tags = ['referral'];
const security = [{ session: [] }];

export const referralRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.get(
    paths.referral,
    {
      onRequest: requireSession(deps),
      schema: {
        summary: "The rider's invite code and its rewards",
        tags,
        security,
        response: { 200: Referral },
      },
    },
    async (request) => readReferral(deps, sessionOf(request).userId),
  );

  app.get(
    paths.friendCode,
    {
      onRequest: requireSession(deps),
      schema: {
        summary: 'Whether the rider may still enter an invite code',
        tags,
        security,
        response: { 200: FriendCodeState },
      },
    },
    async (request) => {
      const { db, settings, clock } = deps;
      const { userId } = sessionOf(request);
      return {
        state: await friendCodeState(db, settings, userId, clock.now()),
        reward: { amount: settings.referral.reward, currency: settings.currency },
      };
    },
  );

  app.post(
    paths.friendCode,
    {
      onRequest: requireSession(deps),
      schema: {
        summary: 'Redeem an invite code (Idempotency-Key)',
        tags,
        security,
        body: FriendCode,
        response: { 201: FriendReward },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const rewarded = await redeemInvite(deps, request, userId, request.body.code);
      return reply.code(201).send(rewarded);
    },
  );

  app.post(
    paths.friendCodeCheck,
    {
      config: { bound: callBounds.form },
      onRequest: admitSession(deps),
      schema: {
        summary: 'Whether an invite code counts for the caller, with the reward',
        tags,
        body: FriendCode,
        response: { 200: FriendReward },
      },
    },
    async (request) =>
      checkInvite(deps, {
        userId: request.session?.userId ?? null,
        code: request.body.code,
        ip: request.ip,
      }),
  );
};
