import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import { callBounds } from '../../../http/limits/callBounds.ts';
import { acceptForms } from '../../../http/requests/forms.ts';
import { firstLanguage } from '../../../http/requests/firstLanguage.ts';
import { originOf } from '../guard.ts';
import { answerOpsErrors } from '../opsError.ts';
import { SignInFailure } from '../signIn/finishAttempt.ts';
import {
  clearSessionCookie,
  csrfTokenOf,
  readSessionCookie,
  refuseForgedCall,
  refuseOtherSites,
} from '../signIn/sessionCookie.ts';
import { endOwnSession, useSession } from '../signIn/sessions.ts';
import { consolePath } from '../signIn/startAttempt.ts';
import { consolePolicy, renderPage, signOutPath, type ConsoleView } from './renderPage.ts';

const formLimitBytes = 1024;
const Query = z.object({
  failure: SignInFailure.nullable().catch(null).default(null),
  subject: z.string().max(255).nullable().catch(null).default(null),
  checked: z.string().optional().catch(undefined),
});
const SignOut = z.object({ csrf: z.string() }).catch({ csrf: '' });

/** The page on which a browser lands after the sign-in. It needs no script, and it is no part of the riders' app. */
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
        // The address may have the account of a person.
        'referrer-policy': 'same-origin',
        vary: 'accept-language',
      })
      .type('text/html; charset=utf-8')
      .send(renderPage(firstLanguage(request.headers['accept-language']), view));
  });

  app.post(signOutPath, route, async (request, reply) => {
    // The browser does not send the cookie with a form of another site, which must not delete the cookie either.
    refuseOtherSites(request, settings);
    const token = readSessionCookie(request, settings);
    const session = token === null ? null : await useSession(db, token, clock.now());
    if (token !== null && session) {
      const { csrf } = SignOut.parse(request.body);
      refuseForgedCall(request, settings, { sessionToken: token, given: csrf });
      const from = originOf(request, 'session');
      await endOwnSession(deps, { ...session, from }, session.id);
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
    const { failure, subject, checked } = Query.parse(request.query);
    const isSure = token !== null || failure !== null || checked !== undefined;
    if (!isSure && mayLackCookie(request)) return { kind: 'onward' };
    return { kind: 'nobody', hasProvider: signIn.operators !== undefined, failure, subject };
  }
};

/**
 * Whether the browser may have a session whose cookie it did not send. It does not send the cookie if the page of the
 * provider has sent it here. From a page of this site, it sends the cookie.
 */
function mayLackCookie({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== 'same-origin' && site !== 'same-site' && site !== 'none';
}
