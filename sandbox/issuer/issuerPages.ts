import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { Language } from '../../contract/config.ts';
import type { AppOrigins } from '../appOrigins.ts';
import { html, jsonBlock } from '../html.ts';
import { servePageFiles } from '../pageFiles.ts';
import type { StoredCard } from './book.ts';
import type { Issuer } from './issuer.ts';
import { Appearance, isOwnPage, opening, page } from './pageParts.ts';
import { sheetNames, sheetPages } from './sheetPages.ts';
import texts from './texts.json' with { type: 'json' };

export interface IssuerPagesOptions {
  issuer: Issuer;
  appOrigins: AppOrigins;
}

const TypedCard = z.object({
  number: z.string().regex(/^\d{12,19}$/),
  name: z.string().trim().min(1).max(100),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int().min(2000).max(2100),
});

const AuthorizationParams = z.object({ id: z.string() });
const Decision = z.object({ approved: z.boolean() });

/** The content security policy of the issuer's pages. */
export const issuerPolicy = (appOrigins: AppOrigins): string[] => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${appOrigins.sources.join(' ')}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/**
 * Serves the pages that the cardholder sees: the card form, the payment sheets and the confirmation
 * page.
 */
export const issuerPages: FastifyPluginAsync<IssuerPagesOptions> = async (app, options) => {
  const { issuer, appOrigins } = options;
  servePageFiles(app, '', [
    'tokens.css',
    'cardForm.css',
    'cardForm.js',
    'cardRules.js',
    'authenticate.css',
    'authenticate.js',
    'sheet.css',
    'sheet.js',
  ]);
  sheetPages(app, options);

  app.get('/card-form', async (request, reply) => {
    const { origin, language, theme } = Appearance.parse(request.query);
    return page(reply, cardForm(appOrigins.choose(origin), language, theme));
  });

  app.post('/card-form/tokens', async (request, reply) => {
    if (!isOwnPage(request)) return reply.code(403).send({ error: 'foreignOrigin' });
    const typed = TypedCard.safeParse(request.body);
    const token = typed.success ? issuer.tokenize(typed.data) : null;
    if (!token) return reply.code(422).send({ error: 'cardRejected' });
    return reply.header('cache-control', 'no-store').send(token);
  });

  app.get('/authenticate/:id', async (request, reply) => {
    const { id } = AuthorizationParams.parse(request.params);
    const { origin, language, theme } = Appearance.parse(request.query);
    const known = issuer.authorization(id);
    if (!known) return reply.code(404).send({ error: 'notFound' });
    const { hold, card } = known;
    const isWaiting = hold.state === 'actionRequired';
    const amount = new Intl.NumberFormat(language === 'es' ? 'es-419' : language, {
      style: 'currency',
      currency: hold.currency,
    }).format(hold.amount / 100);
    return page(
      reply,
      confirmation({
        id,
        origin: appOrigins.choose(origin ?? request.headers.referer),
        language,
        theme,
        isWaiting,
        amount,
        card,
        order: hold.description,
      }),
    );
  });

  app.post('/authenticate/:id/decision', async (request, reply) => {
    if (!isOwnPage(request)) return reply.code(403).send({ error: 'foreignOrigin' });
    const { id } = AuthorizationParams.parse(request.params);
    const decision = Decision.safeParse(request.body);
    if (!decision.success) return reply.code(400).send({ error: 'invalidInput' });
    if (!issuer.decide(id, decision.data.approved)) {
      return reply.code(409).send({ error: 'notWaiting' });
    }
    return reply.send({ decided: true });
  });
};

function field(name: string, label: string, key: string, attributes: string, extra = ''): string {
  return (
    html`<div class="field"><label for="${name}" data-text="${key}">${label}</label>` +
    `<div class="box"><input id="${name}" name="${name}" aria-describedby="${name}-error" ` +
    `aria-required="true" spellcheck="false" ${attributes}>${extra}</div>` +
    `<p class="error" id="${name}-error" hidden></p></div>`
  );
}

function cardForm(origin: string, language: Language, theme: string | undefined): string {
  const t = texts[language];
  return (
    opening({ origin, language, theme, title: t.cardTitle, style: 'cardForm.css' }) +
    jsonBlock('texts', texts) +
    '<script type="module" src="/cardForm.js"></script></head><body><main>' +
    html`<form id="card" novalidate aria-label="${t.cardTitle}">` +
    field(
      'number',
      t.number,
      'number',
      'inputmode="numeric" autocomplete="cc-number" maxlength="40"',
      '<span class="brand" id="brand" hidden></span>',
    ) +
    field('name', t.name, 'name', 'autocomplete="cc-name" maxlength="100"') +
    field(
      'expiry',
      t.expiry,
      'expiry',
      html`inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="${t.expiryHint}"`,
    ) +
    '</form></main></body></html>'
  );
}

function confirmation(shown: {
  id: string;
  origin: string;
  language: Language;
  theme: string | undefined;
  isWaiting: boolean;
  amount: string;
  card: StoredCard;
  order: string;
}): string {
  const t = texts[shown.language];
  const { kind, last4, label } = shown.card;
  const method = label ?? (kind === 'card' ? '' : `${sheetNames[kind]} •• ${last4}`);
  const words = method === '' ? t.confirmBody : t.confirmMethod;
  const body = words
    .replace('{last4}', last4)
    .replace('{method}', method)
    .replace('{order}', shown.order);
  const data = html`data-authorization="${shown.id}" data-approved="${t.approved}"
  data-refused="${t.refused}" data-gone="${t.gone}" data-failed="${t.failed}"`;
  const buttons = html`<div class="buttons">
    <button type="button" class="primary" data-decision="approve">${t.approve}</button>
    <button type="button" data-decision="refuse">${t.refuse}</button>
  </div>`;
  return (
    opening({ ...shown, title: t.confirmTitle, style: 'authenticate.css', data }) +
    '<script type="module" src="/authenticate.js"></script></head><body><main>' +
    html`<h1>${t.confirmTitle}</h1>
      <p class="amount">${shown.amount}</p>
      <p>${body}</p>
      <p>${t.confirmHint}</p>
      <p role="status" id="status">${shown.isWaiting ? '' : t.gone}</p>` +
    (shown.isWaiting ? buttons : '') +
    '</main></body></html>'
  );
}
