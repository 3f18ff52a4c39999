import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CodeAnswer,
  CodeIssued,
  CodeRequest,
  GuestRequest,
  Sessions,
  SignedIn,
  User,
} from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { openCodeVault } from './codes/codeSecret.ts';
import { describeDevice } from './device.ts';
import { listDevices, signOutDevice, signOutOthers } from './devices.ts';
import { askedMs, chooseToken, keepToken, knownDevicesKeptMs } from './knownDevices.ts';
import { endStreamsWithSessions } from './endStreams.ts';
import { bearerOf, requireSession, sessionOf } from './guard.ts';
import { guestToken, keepGuestToken, openGuestSession, type MoveGuest } from './guests.ts';
import { requestCode, type HasUnfinished } from './codes/requestCode.ts';
import { signIn } from './codes/codePurpose.ts';
import { endSession, hashSessionId } from './session.ts';
import { findUser, presentUser } from './users.ts';
import { verifyCode, type RewardInvite } from './codes/verifyCode.ts';

const tags = ['auth'];
const security = [{ session: [] }];

interface Options {
  deps: Dependencies;
  rewardInvite: RewardInvite;
  moveGuest: MoveGuest;
  hasUnfinished: HasUnfinished;
  /** Opens a support case if a daily cap on codes is reached, and throws the error again. */
  reportCap: (deps: Dependencies, error: unknown) => Promise<never>;
}

export const authRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { deps, rewardInvite, moveGuest, hasUnfinished, reportCap },
) => {
  const vault = await openCodeVault(deps.db, deps.settings);
  endStreamsWithSessions(app, deps);

  app.post(
    paths.codes,
    {
      config: { bound: callBounds.code },
      schema: {
        summary: 'Text a one-time code',
        tags,
        body: CodeRequest,
        response: { 201: CodeIssued },
      },
    },
    async (request, reply) => {
      const { token, hash: browser, isNew } = chooseToken(request, deps.settings);
      const asking = { network: callerNetwork(request.ip), browser };
      const issued = await requestCode(
        deps,
        vault,
        request.body,
        asking,
        signIn,
        hasUnfinished,
      ).catch((error: unknown) => reportCap(deps, error));
      if (isNew) keepToken(reply, deps.settings, { token, ms: askedMs });
      return reply.code(201).send(issued);
    },
  );

  app.post(
    paths.verifyCode,
    {
      config: { bound: callBounds.signIn },
      schema: {
        summary: 'Sign in with a texted code',
        tags,
        params: z.object({ requestId: z.uuid() }),
        body: CodeAnswer,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const known = chooseToken(request, deps.settings);
      const oldSessionId = bearerOf(request);
      const { sessionId, user, isNew, invite } = await verifyCode(
        deps,
        { vault, rewardInvite, moveGuest },
        {
          requestId: request.params.requestId,
          code: request.body.code,
          inviteCode: request.body.inviteCode,
          oldSessionId,
          caller: callerNetwork(request.ip),
          device: describeDevice(request.headers),
          askedBy: known.isNew ? null : known.hash,
          knownAs: known.hash,
        },
      );
      if (oldSessionId) deps.changes.emit('session', hashSessionId(oldSessionId));
      keepToken(reply, deps.settings, { token: known.token, ms: knownDevicesKeptMs });
      return { sessionId, user: presentUser(user), isNew, invite };
    },
  );

  app.post(
    paths.guests,
    {
      config: { bound: callBounds.code },
      schema: {
        summary: 'Open a session for a guest, who pays without a phone',
        tags,
        body: GuestRequest,
        response: { 201: SignedIn },
      },
    },
    async (request, reply) => {
      const { token, hash: browser } = guestToken(request, deps.settings);
      const caller = {
        network: callerNetwork(request.ip),
        browser,
        device: describeDevice(request.headers),
      };
      const { sessionId, user, isNew } = await openGuestSession(deps, request.body, caller);
      keepGuestToken(reply, deps.settings, token);
      return reply.code(201).send({ sessionId, user: presentUser(user), isNew });
    },
  );

  app.delete(
    paths.currentSession,
    {
      config: { bound: callBounds.signIn },
      schema: {
        summary: 'Sign out; also without a session',
        tags,
        security: [{}, { session: [] }],
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const sessionId = bearerOf(request);
      // A sign-out without a valid session is no error.
      if (sessionId) {
        const idHash = hashSessionId(sessionId);
        await endSession(deps.db, idHash, 'revoked', deps.clock.now());
        deps.changes.emit('session', idHash);
      }
      return reply.code(204).send();
    },
  );

  app.get(
    paths.mySessions,
    {
      schema: {
        summary: 'The devices that are signed in',
        tags,
        security,
        response: { 200: Sessions },
      },
      onRequest: requireSession(deps),
    },
    async (request) => ({ sessions: await listDevices(deps, sessionOf(request)) }),
  );

  app.delete(
    paths.mySession,
    {
      schema: {
        summary: 'Sign a device out',
        tags,
        security,
        params: z.object({ id: z.uuid() }),
        response: { 204: z.undefined() },
      },
      onRequest: requireSession(deps),
    },
    async (request, reply) => {
      await signOutDevice(deps, sessionOf(request).userId, request.params.id);
      return reply.code(204).send();
    },
  );

  app.delete(
    paths.mySessions,
    {
      schema: {
        summary: 'Sign all other devices out',
        tags,
        security,
        response: { 204: z.undefined() },
      },
      onRequest: requireSession(deps),
    },
    async (request, reply) => {
      await signOutOthers(deps, sessionOf(request));
      return reply.code(204).send();
    },
  );

  app.get(
    paths.me,
    {
      config: { guests: true },
      schema: { summary: 'The rider who is signed in', tags, security, response: { 200: User } },
      onRequest: requireSession(deps),
    },
    async (request) => presentUser(await findUser(deps.db, sessionOf(request).userId)),
  );
};
