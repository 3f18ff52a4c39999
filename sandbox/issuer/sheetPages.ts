import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Language } from '../../contract/config.ts';
import { SheetKind } from '../../contract/payment.ts';
import type { AppOrigins } from '../appOrigins.ts';
import { html, jsonBlock } from '../html.ts';
import type { Issuer } from './issuer.ts';
import { Appearance, isOwnPage, opening, page } from './pageParts.ts';
import { sheetAccounts, type SheetAccount } from './sheetAccounts.ts';
import texts from './sheetTexts.json' with { type: 'json' };

export const sheetNames: Record<SheetKind, string> = {
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
  payPal: 'PayPal',
};

const brandNames: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard' };

/** The icons show a phone at a card reader, a card in a phone, and a person. */
const icons: Record<SheetKind, string> = {
  applePay:
    '<rect x="4" y="3" width="10" height="18" rx="2.5"/><path d="M8 18h2M17 8a6 6 0 0 1 0 8M20 6a9 9 0 0 1 0 12"/>',
  googlePay:
    '<rect x="6" y="2" width="12" height="20" rx="2.5"/><rect x="8.5" y="8" width="7" height="6" rx="1"/><path d="M8.5 10.5h7M11 19h2"/>',
  payPal: '<circle cx="12" cy="8" r="4"/><path d="M4.5 21a7.5 7.5 0 0 1 15 0"/>',
};

const SheetParams = z.object({ kind: SheetKind });
const Picked = z.object({ behaviour: z.string().max(40) });

/**
 * Serves the pages for the app's frame that simulate the payment sheets of Apple Pay, Google Pay
 * and PayPal.
 */
export function sheetPages(
  app: FastifyInstance,
  { issuer, appOrigins }: { issuer: Issuer; appOrigins: AppOrigins },
): void {
  app.get('/sheets/:kind', async (request, reply) => {
    const params = SheetParams.safeParse(request.params);
    if (!params.success) return reply.code(404).send({ error: 'notFound' });
    const { origin, language, theme } = Appearance.parse(request.query);
    const { kind } = params.data;
    return page(reply, sheet({ kind, origin: appOrigins.choose(origin), language, theme }));
  });

  app.post('/sheets/:kind/tokens', async (request, reply) => {
    if (!isOwnPage(request)) return reply.code(403).send({ error: 'foreignOrigin' });
    const params = SheetParams.safeParse(request.params);
    if (!params.success) return reply.code(404).send({ error: 'notFound' });
    const picked = Picked.safeParse(request.body);
    const token = picked.success
      ? issuer.tokenizeSheet(params.data.kind, picked.data.behaviour)
      : null;
    if (!token) return reply.code(422).send({ error: 'cardRejected' });
    return reply.header('cache-control', 'no-store').send(token);
  });
}

function sheet(shown: {
  kind: SheetKind;
  origin: string;
  language: Language;
  theme: string | undefined;
}): string {
  const { kind } = shown;
  const t = texts[shown.language];
  const words =
    kind === 'payPal'
      ? { legend: 'accounts' as const, use: 'useAccount' as const }
      : { legend: 'cards' as const, use: 'useCard' as const };
  const name = sheetNames[kind];
  return (
    opening({ ...shown, title: name, style: 'sheet.css', data: html`data-kind="${kind}"` }) +
    jsonBlock('texts', texts) +
    '<script type="module" src="/sheet.js"></script></head><body><main class="sheet">' +
    `<header><span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24">${icons[kind]}</svg></span>` +
    html`<div>
        <h1>${name}</h1>
        <p class="hint" data-text="hint">${t.hint}</p>
      </div></header>
      <form id="sheet" novalidate>
        <fieldset>
          <legend data-text="${words.legend}">${t[words.legend]}</legend>` +
    sheetAccounts(kind)
      .map((account, index) => row(account, t[account.behaviour], index === 0))
      .join('') +
    html`</fieldset>
        <p role="status" id="status"></p>
        <div class="buttons">
          <button type="submit" class="primary" data-text="${words.use}">${t[words.use]}</button>
          <button type="button" id="cancel" data-text="cancel">${t.cancel}</button>
        </div>
      </form>
    </main></body></html>`
  );
}

function row(account: SheetAccount, does: string, isFirst: boolean): string {
  const { brand, last4, label, behaviour } = account;
  const name = label ?? `${brandNames[brand] ?? brand} •• ${last4}`;
  const checked = isFirst ? 'checked' : '';
  return (
    html`<label class="row"><input type="radio" name="account" value="${behaviour}" ` +
    `${checked}>` +
    html`<span class="name">${name}</span>
      <span class="does" data-text="${behaviour}">${does}</span></label
    >`
  );
}
