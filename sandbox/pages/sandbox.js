import { call, Refused } from './api.js';
import { CabinetCard } from './cabinetCards.js';
import { byId, el, setText, syncList } from './dom.js';
import { cabinetKnobs, fillKnobs, issuerKnobs, webhookKnobs } from './knobsForm.js';
import { showPushes } from './pushes.js';
import { Tour } from './tour.js';

/** @typedef {import('./api.js').Cabinet} Cabinet */
/** @typedef {import('./api.js').ChargerOut} ChargerOut */
/** @typedef {import('./api.js').Message} Message */
/** @typedef {import('./api.js').Payment} Payment */
/** @typedef {import('./api.js').Time} Time */

const pollMs = 2000;
/** @type {Map<string, CabinetCard>} */
const cards = new Map();
/** @type {string | null} */
let inHand = null;
/** @type {string} */
let scenario = '';
let typed = '';

const dateTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const shortTime = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** @type {number | undefined} */
let statusTimer;

/** @param {string} text */
function showStatus(text) {
  byId('status').textContent = text;
  clearTimeout(statusTimer);
  statusTimer = setTimeout(() => {
    byId('status').textContent = '';
  }, 5000);
}

/**
 * Runs an action, shows its result, and updates the page.
 *
 * @param {() => Promise<string>} action
 */
async function act(action) {
  try {
    showStatus(await action());
  } catch (error) {
    if (error instanceof Refused) showStatus(refusal(error.fields));
    else if (error instanceof TypeError) showStatus('The server does not answer.');
    else throw error;
  }
  await refresh();
}

/** @param {string[]} fields */
function refusal(fields) {
  if (fields.includes('body.charger')) return 'That charger is not out.';
  if (fields.includes('body.slot')) return 'That slot is occupied or blocked.';
  if (fields.includes('params.id')) return 'That cabinet is full or has no power.';
  return `Not possible${fields.length > 0 ? `: ${fields.join(', ')}` : ''}.`;
}

/** @type {import('./cabinetCards.js').CardActions} */
const actions = {
  inHand: () => inHand,
  putBack: (cabinet, slot, charger) =>
    void act(async () => {
      const { accepted } = await call(`/cabinets/${cabinet.id}/return`, { charger, slot });
      return accepted
        ? `${charger} is in slot ${slot} of ${cabinet.name}.`
        : `${cabinet.name} rejected ${charger}.`;
    }),
  turn: (cabinet, patch) =>
    act(async () => {
      cards.get(cabinet.id)?.update(await call(`/cabinets/${cabinet.id}/knobs`, patch));
      return `The settings of ${cabinet.name} are saved.`;
    }),
};

const tour = new Tour({
  copy: (text) => void act(() => copy(text)),
  putBack: actions.putBack,
  refill: () =>
    void act(async () => {
      // Cabinets of other scenarios, such as the empty cabinet, keep their stock.
      const usual = [...cards].filter(([, card]) => !card.scenario || card.scenario === 'ready');
      await Promise.all(usual.map(([id]) => call(`/cabinets/${id}/knobs`, { stock: 'half' })));
      return 'Every second slot has a charged charger.';
    }),
  reset: () =>
    void act(async () => {
      await call('/knobs', { reset: true, offline: false, powerCut: false });
      const jammed = [...cards.values()].flatMap((card) => card.jammedSlots);
      await Promise.all(
        jammed.map(({ id, slot }) => call(`/cabinets/${id}/knobs`, { unjam: slot })),
      );
      await call('/payments/knobs', { mode: 'off', times: 1, webhooks: { reset: true } });
      return 'All cabinets and the card issuer work normally.';
    }),
});

/** @param {Cabinet[]} cabinets */
function showCabinets(cabinets) {
  for (const cabinet of cabinets) {
    const card = cards.get(cabinet.id);
    if (card) card.update(cabinet);
    else cards.set(cabinet.id, new CabinetCard(cabinet, actions));
  }
  const shown = [...cards.entries()].filter(
    ([, card]) => card.matches(typed) && (scenario === '' || card.scenario === scenario),
  );
  syncList(
    byId('cabinets'),
    shown,
    ([id]) => id,
    ([, card]) => card.element,
  );
  setText(byId('count'), `${shown.length} of ${cards.size} cabinets`);
}

/** @param {ChargerOut[]} out */
function showOut(out) {
  if (!out.some(({ charger }) => charger === inHand)) inHand = out[0]?.charger ?? null;
  const list = byId('out');
  if (out.length === 0) {
    list.replaceChildren(el('p', { class: 'muted' }, 'None. Rent one in the app.'));
    return;
  }
  if (list.firstElementChild?.tagName === 'P') list.replaceChildren();
  syncList(
    list,
    out,
    ({ charger }) => charger,
    ({ charger, takenFrom, takenAt }) =>
      el(
        'label',
        { class: 'choice' },
        el('input', {
          type: 'radio',
          name: 'in-hand',
          value: charger,
          change: () => {
            inHand = charger;
            void refresh();
          },
        }),
        el('span', { class: 'strong' }, charger),
        el('span', { class: 'muted' }, `from ${takenFrom}, ${shortTime.format(new Date(takenAt))}`),
      ),
  );
  for (const radio of list.querySelectorAll('input')) radio.checked = radio.value === inHand;
}

/** @param {Message[]} messages */
function showMessages(messages) {
  const list = byId('messages');
  if (messages.length === 0) {
    list.replaceChildren(el('li', { class: 'muted' }, 'None yet.'));
    return;
  }
  syncList(
    list,
    messages,
    ({ to, at, code }) => `${to}/${at}/${code}`,
    ({ to, at, code, body }) =>
      el(
        'li',
        { class: 'message' },
        el(
          'div',
          {},
          el('p', { class: 'code' }, code),
          el('p', { class: 'muted' }, `${to} · ${shortTime.format(new Date(at))}`),
          el('p', { class: 'muted' }, body),
        ),
        // Some messages have no code.
        ...(code === ''
          ? []
          : [
              el(
                'button',
                {
                  type: 'button',
                  'aria-label': `Copy the code ${code}`,
                  click: () => void act(() => copy(code)),
                },
                'Copy',
              ),
            ]),
      ),
  );
}

/** @param {string} code */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code);
    return `${code} is copied.`;
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
    return `The browser does not allow copying ${code}.`;
  }
}

/** @type {Record<string, string>} */
const methodNames = { applePay: 'Apple Pay', googlePay: 'Google Pay', payPal: 'PayPal' };

/** @param {Payment} payment */
function paidWith({ method, last4, label }) {
  return [methodNames[method] ?? (last4 && 'card'), label ?? last4].filter(Boolean).join(' ');
}

/** @param {Payment[]} payments */
function showPayments(payments) {
  const list = byId('payments');
  if (payments.length === 0) {
    list.replaceChildren(el('li', { class: 'muted' }, 'None yet.'));
    return;
  }
  syncList(
    list,
    payments,
    ({ id, outcome }) => `${id}/${outcome}`,
    (payment) => {
      const good = payment.outcome !== 'declined';
      const amount = new Intl.NumberFormat(undefined, {
        style: 'currency',
        currency: payment.currency,
      }).format(payment.amount / 100);
      const about = [
        payment.description,
        paidWith(payment),
        shortTime.format(new Date(payment.at)),
      ];
      return el(
        'li',
        { class: 'payment' },
        el('span', { class: 'strong' }, payment.kind),
        el('span', { class: 'amount' }, amount),
        el(
          'span',
          { class: `tag ${good ? 'good' : 'bad'}` },
          payment.reason && payment.reason !== payment.outcome
            ? `${payment.outcome}: ${payment.reason}`
            : payment.outcome,
        ),
        el('span', { class: 'muted wide' }, about.filter(Boolean).join(' · ')),
        el('span', { class: 'muted wide key' }, payment.key),
      );
    },
  );
}

/** @param {Time} time */
function showTime({ now, offsetSeconds }) {
  const clock = byId('clock');
  clock.setAttribute('datetime', now);
  setText(clock, dateTime.format(new Date(now)));
  const hours = Math.round(offsetSeconds / 360) / 10;
  setText(byId('clock-offset'), offsetSeconds > 0 ? `${hours} h ahead` : '');
}

let refreshing = false;

async function refresh() {
  if (refreshing) return;
  refreshing = true;
  try {
    const [time, messages, pushes, out, payments, cabinets] = await Promise.all([
      call('/clock'),
      call('/messages'),
      call('/pushes'),
      call('/chargers/out'),
      call('/payments'),
      call('/cabinets'),
    ]);
    showTime(time);
    showMessages(messages);
    showPushes(pushes, shortTime);
    showOut(out);
    showPayments(payments);
    showCabinets(cabinets);
    tour.update(cabinets, out, messages);
    document.body.classList.remove('away');
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof Refused)) throw error;
    document.body.classList.add('away');
  } finally {
    refreshing = false;
  }
}

function prepare() {
  for (const button of byId('clock-buttons').querySelectorAll('button')) {
    const advanceSeconds = Number(button.dataset['advance']);
    button.addEventListener(
      'click',
      () =>
        void act(async () => {
          await call('/clock', { advanceSeconds });
          return `The clock moved forward by ${button.textContent?.slice(1)}.`;
        }),
    );
  }
  for (const [value, label] of [
    ['', 'All'],
    ['ready', 'Ready'],
    ['empty', 'Empty'],
    ['offline', 'Offline'],
    ['full', 'Full'],
  ]) {
    const radio = el('input', {
      type: 'radio',
      name: 'scenario',
      value: value ?? '',
      checked: value === '',
      change: () => {
        scenario = value ?? '';
        void refresh();
      },
    });
    byId('filters').append(el('label', { class: 'chip' }, radio, el('span', {}, label ?? '')));
  }
  const search = byId('search');
  search.addEventListener('input', () => {
    if (search instanceof HTMLInputElement) typed = search.value;
    showCabinets([]);
  });
  const [all, issuer, webhooks] = ['all-form', 'issuer-form', 'webhooks-form'].map(byId);
  if (all instanceof HTMLFormElement) {
    fillKnobs(all, cabinetKnobs, 'all', { answerDelayMs: 500 }, (patch) =>
      act(async () => {
        await call('/knobs', patch);
        return 'The settings of all cabinets are saved.';
      }),
    );
  }
  if (issuer instanceof HTMLFormElement) {
    fillKnobs(issuer, issuerKnobs, 'issuer', { mode: 'off', times: 1 }, (patch) =>
      act(async () => {
        await call('/payments/knobs', patch);
        return 'The card issuer is set.';
      }),
    );
  }
  if (webhooks instanceof HTMLFormElement) {
    const form = fillKnobs(webhooks, webhookKnobs, 'webhooks', {}, (patch) =>
      act(async () => {
        form.show((await call('/payments/knobs', { webhooks: patch })).webhooks);
        return 'The card issuer is set.';
      }),
    );
    void call('/payments/knobs').then((knobs) => form.show(knobs.webhooks));
  }
}

prepare();
void refresh();
setInterval(() => {
  if (!document.hidden) void refresh();
}, pollMs);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
