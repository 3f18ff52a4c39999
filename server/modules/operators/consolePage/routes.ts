import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import { callBounds } from '../../../http/limits/callBounds.ts';
import { acceptForms } from '../../../http/requests/forms.ts';
import { firstLanguage } from '../../../http/requests/firstLanguage.ts';
import { originOf } from '../guard.ts';
import { answerOpsErrors, OpsError } from '../opsError.ts';
import { SignInFailure } from '../signIn/finishAttempt.ts';
import {
  clearSessionCookie,
  csrfTokenOf,
  isCsrfTokenOf,
  readRefusedAccount,
  readSessionCookie,
  refuseOtherSites,
} from '../signIn/sessionCookie.ts';
import { endOwnSession, useSession } from '../signIn/sessions.ts';
import { consolePath } from '../signIn/startAttempt.ts';
import { consolePolicy, renderPage, signOutPath, type ConsoleView } from './renderPage.ts';

const formLimitBytes = 1024;
const Query = z.object({
  failure: SignInFailure.nullable().catch(null).default(null),
  checked: z.string().optional().catch(undefined),
});
const SignOut = z.object({ csrf: z.string() }).catch({ csrf: '' });

/**
 * The page on which a browser lands after the sign-in. The page needs no script, and is not a part of the riders' app.
 */
export const consolePageRoutes: FastifyPluginAsync<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  answerOpsErrors(app);
  acceptForms(app, formLimitBytes);
  const { db, clock, settings, signIn } = deps;
  const route = { config: { bound: callBounds.operator }, schema: { hide: true } };

  app.get(consolePath, route, async (request, reply) => {
    const view = await viewOf(request);
    return reply
      .headers({
        'content-security-policy': consolePolicy,
        'cache-control': 'no-store',
        vary: 'accept-language',
      })
      .type('text/html; charset=utf-8')
      .send(renderPage(firstLanguage(request.headers['accept-language']), view));
  });

  app.get(`${consolePath}/`, route, (_request, reply) => reply.redirect(consolePath, 308));

  app.post(signOutPath, route, async (request, reply) => {
    // If a form is on a page of another site, the browser sends the form without the cookie. Refuse
    // such a form, so that the answer cannot delete the cookie.
    refuseOtherSites(request, settings);
    const token = readSessionCookie(request, settings);
    const session = token === null ? null : await useSession(db, token, clock.now());
    if (token !== null && session) {
      const { csrf } = SignOut.parse(request.body);
      // The page of an old tab has the token of an earlier session.
      if (!isCsrfTokenOf(token, csrf)) return reply.redirect(consolePath, 303);
      const origin = originOf(request, 'session');
      await endOwnSession(deps, { ...session, origin }, session.id).catch((error: unknown) => {
        // After a double click, the first request has already ended the session.
        if (!(error instanceof OpsError && error.code === 'sessionNotFound')) throw error;
      });
    }
    clearSessionCookie(reply, settings);
    return reply.redirect(consolePath, 303);
  });

  async function viewOf(request: FastifyRequest): Promise<ConsoleView> {
    const token = readSessionCookie(request, settings);
    const session = token === null ? null : await useSession(db, token, clock.now());
    if (token !== null && session) {
      const { name, roles } = session;
      return { kind: 'signedIn', name, roles, csrfToken: csrfTokenOf(token) };
    }
    const { failure, checked } = Query.parse(request.query);
    const isSure = token !== null || failure !== null || checked !== undefined;
    if (!isSure && mayLackCookie(request)) return { kind: 'onward' };
    const subject = failure === 'refused' ? readRefusedAccount(request, settings) : null;
    return { kind: 'nobody', hasProvider: signIn.operators !== undefined, failure, subject };
  }
};

/**
 * Whether the browser may have a session although it sent no cookie. The browser does not send the cookie when it comes
 * from a page of another site, such as the provider.
 */
function mayLackCookie({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== 'same-origin' && site !== 'same-site' && site !== 'none';
}
