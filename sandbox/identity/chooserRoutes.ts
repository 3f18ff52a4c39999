import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SocialProvider } from '../../contract/signIn/socialProvider.ts';
import type { AppOrigins } from '../appOrigins.ts';
import { acceptForms, sendPage } from './chooserPages.ts';
import { chooserPage, gonePage, languageOf } from './identityPages.ts';
import type { IdentityContext } from './identityContext.ts';

const Params = z.object({ provider: SocialProvider });
const Choice = z.union([
  z.object({ account: z.string().trim().min(1).max(60) }),
  z.object({ refuse: z.string() }),
]);
const Accounts = z.array(z.string().max(60));
const maxAccounts = 5;

/** The content security policy of the page on which a person chooses an account. */
export const chooserPolicy = (appOrigins: AppOrigins): string[] => [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  // Allow the form to reach the app, because the response to the form redirects to the app.
  `form-action 'self' ${appOrigins.sources.join(' ')}`,
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** Serves the page on which a person chooses an account or cancels. */
export const chooserRoutes: FastifyPluginAsync<{ context: IdentityContext }> = async (
  app,
  { context },
) => {
  acceptForms(app);

  app.get('/choose/:provider/:uid', async (request, reply) => {
    const { provider } = Params.parse(request.params);
    const language = languageOf(request.headers['accept-language']);
    if (!(await signInInProgress(request, reply, provider)))
      return sendPage(reply, 410, gonePage(language));
    const accounts = accountsOf(request, provider);
    return sendPage(reply, 200, chooserPage({ provider, accounts, language }));
  });

  app.post('/choose/:provider/:uid', async (request, reply) => {
    const { provider } = Params.parse(request.params);
    const language = languageOf(request.headers['accept-language']);
    const simulated = await signInInProgress(request, reply, provider);
    if (!simulated) return sendPage(reply, 410, gonePage(language));
    const choice = Choice.safeParse(request.body);
    if (!choice.success) return reply.redirect(request.url, 303);
    if ('refuse' in choice.data) {
      const refusal = { error: refusals[provider] };
      return reply.redirect(
        await simulated.interactionResult(request.raw, reply.raw, refusal),
        303,
      );
    }
    const { account: name } = choice.data;
    const accountId = context.people.accountOf(provider, name);
    // The result completes two prompts of the sign-in: `login`, and `select_account`, which only Google
    // requests.
    const chosen = { select_account: {}, login: { accountId, remember: false } };
    const accounts = [name, ...accountsOf(request, provider).filter((one) => one !== name)];
    reply.header('set-cookie', accountsCookie(provider, accounts.slice(0, maxAccounts)));
    return reply.redirect(await simulated.interactionResult(request.raw, reply.raw, chosen), 303);
  });

  /** Returns the simulated provider if this browser has a sign-in in progress there, and otherwise undefined. */
  async function signInInProgress(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: SocialProvider,
  ) {
    const simulated = (await context.providers()).get(provider);
    const details = await simulated?.interactionDetails(request.raw, reply.raw).catch(() => null);
    return details ? simulated : undefined;
  }
};

const refusals: Record<SocialProvider, string> = {
  facebook: 'access_denied',
  apple: 'user_cancelled_authorize',
  google: 'access_denied',
};

function accountsCookie(provider: SocialProvider, accounts: string[]): string {
  const value = Buffer.from(JSON.stringify(accounts)).toString('base64url');
  return `${provider}_accounts=${value}; Path=/choose/${provider}; Max-Age=31536000; HttpOnly; SameSite=Lax`;
}

function accountsOf(request: FastifyRequest, provider: SocialProvider): string[] {
  const cookie = new RegExp(`\\b${provider}_accounts=([\\w-]+)`).exec(request.headers.cookie ?? '');
  if (!cookie?.[1]) return [];
  try {
    return Accounts.parse(JSON.parse(Buffer.from(cookie[1], 'base64url').toString()));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return [];
    throw error;
  }
}
