import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ProviderQuery,
  SignedIn,
  UseCode,
  UseLink,
} from '../../../../contract/operators/signIn.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { callBounds } from '../../../http/limits/callBounds.ts';
import { callerNetwork } from '../../../http/limits/networks.ts';
import { describeDevice } from '../../auth/device.ts';
import { originOf } from '../guard.ts';
import { answerOpsErrors, OpsError } from '../opsError.ts';
import { presentSessionCaller } from '../presentCaller.ts';
import { finishAttempt, useCode, type AttemptResult } from './finishAttempt.ts';
import { useLink } from './links.ts';
import {
  clearRefusedAccount,
  readBrowserToken,
  readRefusedAccount,
  refuseOtherSites,
  setBrowserToken,
  setRefusedAccount,
  setSessionCookie,
} from './sessionCookie.ts';
import { useSession } from './sessions.ts';
import { callbackPath, consolePath, startAttempt } from './startAttempt.ts';

/** Endpoints for the sign-in of operators. They need no key and no session. */
export const signInRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  answerOpsErrors(app);
  const { settings } = deps;
  const config = { bound: callBounds.operator };
  const caller = (request: FastifyRequest) => ({
    caller: callerNetwork(request.ip),
    ...device(request),
  });
  const device = (request: FastifyRequest) => ({
    device: describeDevice(request.headers),
    origin: originOf(request, 'session'),
  });

  app.get(
    '/api/ops/sign-in/provider',
    {
      config,
      schema: {
        summary: 'Go to the provider to sign in',
        querystring: ProviderQuery,
        response: { 303: z.undefined() },
      },
    },
    async (request, reply) => {
      const { again, port, challenge } = request.query;
      const command = port === undefined || challenge === undefined ? null : { port, challenge };
      const url = await startAttempt(deps, {
        again: again === '1',
        command,
        browserToken: setBrowserToken(request, reply, settings),
        caller: callerNetwork(request.ip),
      });
      return redirect(reply, url);
    },
  );

  app.get(
    callbackPath,
    {
      config,
      schema: { summary: 'The redirect URI for the provider', response: { 303: z.undefined() } },
    },
    async (request, reply) => {
      const browserToken = readBrowserToken(request, settings);
      const params = z.record(z.string(), z.string()).safeParse(request.query);
      const result: AttemptResult =
        browserToken !== null && params.success
          ? await finishAttempt(deps, {
              params: new URLSearchParams(params.data),
              browserToken,
              ...device(request),
            })
          : { failure: 'refused', command: null };
      if ('token' in result) setSessionCookie(reply, settings, result.token);
      const refused = 'failure' in result && result.command === null ? result.subject : undefined;
      if (refused !== undefined) setRefusedAccount(reply, settings, refused);
      else if (readRefusedAccount(request, settings) !== null) clearRefusedAccount(reply, settings);
      return redirect(reply, addressAfter(result));
    },
  );

  app.post(
    '/api/ops/sign-in/code',
    {
      config,
      schema: {
        summary: 'Sign a command in with the code from its browser',
        body: UseCode,
        response: { 200: SignedIn },
      },
    },
    async (request) => {
      const token = await useCode(deps, { ...request.body, ...caller(request) });
      return signedIn(token, token);
    },
  );

  app.post(
    '/api/ops/sign-in/link',
    {
      config,
      schema: {
        summary: 'Sign in with a one-time link',
        body: UseLink,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const { link, give } = request.body;
      // Another site must not be able to sign a browser in with a link of an attacker.
      if (give === 'cookie') refuseOtherSites(request, settings);
      const token = await useLink(deps, { link, ...caller(request) });
      if (give === 'token') return signedIn(token, token);
      setSessionCookie(reply, settings, token);
      return signedIn(token, null);
    },
  );

  async function signedIn(token: string, shown: string | null): Promise<SignedIn> {
    const at = deps.clock.now();
    const session = await useSession(deps.db, token, at);
    if (!session) throw new OpsError('sessionEnded', 'The session has ended. Sign in again.');
    const me = await presentSessionCaller(deps.db, { ...session, token, at });
    return { token: shown, me };
  }
};

/**
 * The address of the page may contain a code. With these headers, the browser sends the address to no other site and
 * stores no copy.
 */
function redirect(reply: FastifyReply, location: string) {
  return reply
    .code(303)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('location', location)
    .send();
}

function addressAfter(result: AttemptResult): string {
  if ('token' in result) return consolePath;
  const { command } = result;
  const answer = 'code' in result ? { code: result.code } : { failure: result.failure };
  if (command === null) return withQuery(consolePath, answer);
  const { port, challenge } = command;
  const subject = 'failure' in result ? result.subject : undefined;
  // The address is the operator's own machine, where the command waits, so nobody else gets the code (RFC 8252, section
  // 7.3).
  return withQuery(`http://127.0.0.1:${port}/`, {
    challenge,
    ...answer,
    ...(subject !== undefined && { subject }),
  });
}

const withQuery = (page: string, params: Record<string, string>) =>
  `${page}?${new URLSearchParams(params).toString()}`;
