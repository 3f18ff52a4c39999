import type { Language } from '../../../../contract/config.ts';
import type { OperatorRole } from '../../../../contract/operators/team.ts';
import { escapeHtml } from '../../../../contract/rules/firstScreen/html.ts';
import { fillText, type Values } from '../../../../contract/rules/firstScreen/texts.ts';
import en from '../../../../locales/en/server/console.json' with { type: 'json' };
import es from '../../../../locales/es/server/console.json' with { type: 'json' };
import zhCN from '../../../../locales/zh-CN/server/console.json' with { type: 'json' };
import { inlineHashes } from '../../../http/build/securityHeaders.ts';
import type { SignInFailure } from '../signIn/finishAttempt.ts';
import { consolePath } from '../signIn/startAttempt.ts';

const texts: Record<Language, Record<keyof typeof en, string>> = { en, es, 'zh-CN': zhCN };

/** The content of the page. */
export type ConsoleView =
  | { kind: 'signedIn'; name: string; roles: readonly OperatorRole[]; csrfToken: string }
  /** `subject` is the ID of the refused account at the provider; null if there is none. */
  | { kind: 'nobody'; hasProvider: boolean; failure: SignInFailure | null; subject: string | null }
  /**
   * The browser sent no cookie, but may have one: if the browser comes from a page of another site,
   * it does not send the cookie.
   */
  | { kind: 'onward' };

export const signOutPath = `${consolePath}/sign-out`;
/** The address to which the page `onward` sends the browser. */
const checkedPath = `${consolePath}?checked`;

const style = `
:root{color-scheme:light dark;--canvas:#f6f4ef;--ink:#16181d;--link:#0a57a6;--danger:#b01822;--sunken:#ece8df}
@media (prefers-color-scheme:dark){:root{--canvas:#000;--ink:#f5f3ee;--link:#8cc0ff;--danger:#ff8f8f;--sunken:#1e2127}}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.5rem;margin:0 0 1rem}
pre{background:var(--sunken);padding:.75rem 1rem;border-radius:.5rem;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--link);display:inline-block;padding:.625rem 0}
button{font:inherit;color:inherit;background:none;border:1px solid var(--ink);border-radius:.5rem;padding:.625rem 1.25rem;cursor:pointer}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.failure{color:var(--danger)}
`;

/** The page loads nothing and runs nothing. Its only form goes to this site. */
export const consolePolicy = [
  "default-src 'none'",
  `style-src ${inlineHashes(`<style>${style}</style>`).styles.join(' ')}`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The page at `/ops`. */
export function renderPage(language: Language, view: ConsoleView): string {
  const say = (key: keyof typeof en, values?: Values) =>
    escapeHtml(fillText(texts[language][key], values));
  const refresh =
    view.kind === 'onward' ? `<meta http-equiv="refresh" content="0;url=${checkedPath}">` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh}<title>${say('title')}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${say('title')}</h1>
${contentOf(view, language, say)}
</main>
</body>
</html>
`;
}

type Say = (key: keyof typeof en, values?: Values) => string;

function contentOf(view: ConsoleView, language: Language, say: Say): string {
  switch (view.kind) {
    case 'onward':
      return `<p><a href="${checkedPath}">${say('continue')}</a></p>`;
    case 'signedIn': {
      const roles = view.roles.map((role) => texts[language][role]);
      const list = new Intl.ListFormat(language).format(roles);
      return `<p>${say('signedIn', { name: view.name })}</p>
<p>${say('roles', { roles: list })}</p>
<p>${say('command')}</p>
<pre>npm run ops -- login
npm run ops -- --help</pre>
<form method="post" action="${signOutPath}">
<input type="hidden" name="csrf" value="${escapeHtml(view.csrfToken)}">
<button>${say('signOut')}</button>
</form>`;
    }
    case 'nobody':
      return failureOf(view, say) + wayIn(view.hasProvider, say);
  }
}

function failureOf(
  { failure, subject }: Extract<ConsoleView, { kind: 'nobody' }>,
  say: Say,
): string {
  if (failure === null) return `<p>${say('nobody')}</p>`;
  if (subject === null) return `<p class="failure">${say(failure)}</p>`;
  return `<p class="failure">${say('subject')}</p>\n<pre>${escapeHtml(subject)}</pre>`;
}

function wayIn(hasProvider: boolean, say: Say): string {
  if (hasProvider) {
    return `
<p><a href="/api/ops/sign-in/provider">${say('signIn')}</a></p>
<p>${say('command')}</p>
<pre>npm run ops -- login
npm run ops -- --help</pre>`;
  }
  return `
<p>${say('link')}</p>
<pre>npm run ops -- operators first-link NAME --why "first sign-in" --as root
npm run ops -- login --link LINK
npm run ops -- --help</pre>`;
}
