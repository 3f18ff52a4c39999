import { el } from './dom.js';

/** @typedef {{ name: string, label: string, kind: 'number' | 'check' | 'select', options?: [string, string][], min?: number, max?: number, step?: number }} Knob */

/** @type {Knob[]} */
const behaviours = [
  {
    name: 'answerDelayMs',
    label: 'Answer delay, ms',
    kind: 'number',
    min: 0,
    max: 60000,
    step: 100,
  },
  {
    name: 'eject',
    label: 'Result of an eject',
    kind: 'select',
    options: [
      ['normal', 'Ejects and answers'],
      ['silent', 'Ejects, sends no answer'],
      ['dead', 'Does nothing, sends no answer'],
      ['jammed', 'Refuses: jammed'],
      ['notFound', 'Refuses: not found'],
      ['expired', 'Refuses: expired'],
      ['busy', 'Refuses: busy'],
      ['unreadable', 'Refuses: unreadable'],
      ['timeout', 'Refuses: time-out'],
    ],
  },
  {
    name: 'ejectTimes',
    label: 'For this many ejects (empty: always)',
    kind: 'number',
    min: 1,
    max: 99,
  },
  {
    name: 'nextReturn',
    label: 'Result of the next return',
    kind: 'select',
    options: [
      ['normal', 'Accepted'],
      ['wrongDirection', 'Rejected: wrong way round'],
      ['unreadable', 'Rejected: unreadable'],
      ['foreign', 'Rejected: another manufacturer'],
      ['slotFault', 'Rejected: broken slot'],
    ],
  },
  { name: 'lossRate', label: 'Messages lost, 0–1', kind: 'number', min: 0, max: 1, step: 0.05 },
  {
    name: 'duplicationRate',
    label: 'Messages repeated, 0–1',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
  },
  {
    name: 'reorderRate',
    label: 'Events reordered, 0–1',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
  },
  { name: 'clockSkewSeconds', label: 'Clock ahead by, seconds', kind: 'number', step: 1 },
  { name: 'selfCheckSeconds', label: 'Self-check after eject, s', kind: 'number', min: 0, max: 60 },
  { name: 'noClock', label: 'Has no clock', kind: 'check' },
  { name: 'ignoreExpiry', label: 'Ignores expiry', kind: 'check' },
  { name: 'noCommandMemory', label: 'Does not remember commands', kind: 'check' },
];

/** @type {Knob} */
const stock = {
  name: 'stock',
  label: 'Change the stock',
  kind: 'select',
  options: [
    ['', 'No change'],
    ['full', 'Fill every slot'],
    ['empty', 'Remove all chargers'],
    ['half', 'Fill every second slot'],
    ['lowBatteries', 'Set low levels'],
    ['charged', 'Charge all'],
  ],
};

/** @type {Knob[]} */
export const issuerKnobs = [
  {
    name: 'mode',
    label: 'Answer of the next calls',
    kind: 'select',
    options: [
      ['off', 'Normal'],
      ['timeoutBefore', 'None, and no effect'],
      ['timeoutAfter', 'None, but with the effect'],
      ['cutBefore', 'Connection cut, no effect'],
      ['cutAfter', 'Connection cut, with the effect'],
      ['errorBefore', 'An error, no effect'],
    ],
  },
  { name: 'times', label: 'For this many calls', kind: 'number', min: 1, max: 1000 },
];

/** @type {Knob[]} */
export const webhookKnobs = [
  { name: 'delayMs', label: 'Delay, ms', kind: 'number', min: 0, max: 600000, step: 100 },
  { name: 'duplicates', label: 'Number of repetitions', kind: 'number', min: 0, max: 10 },
  { name: 'drop', label: 'Send nothing', kind: 'check' },
  { name: 'reorder', label: 'Newest first', kind: 'check' },
  { name: 'wrongSignature', label: 'Wrong signature', kind: 'check' },
];

export const cabinetKnobs = [stock, ...behaviours];

/**
 * Fills a form with knobs. `apply` gets only the changed knobs.
 *
 * @param {HTMLFormElement} form
 * @param {readonly Knob[]} knobs
 * @param {string} scope makes the ids unique on the page
 * @param {Record<string, unknown>} values
 * @param {(patch: Record<string, unknown>) => Promise<void>} apply
 */
export function fillKnobs(form, knobs, scope, values, apply) {
  const controls = knobs.map((knob) => ({
    knob,
    control: controlOf(knob, `${scope}-${knob.name}`),
  }));
  /** @param {Record<string, unknown>} shown */
  const show = (shown) => {
    for (const { knob, control } of controls) {
      const value = shown[knob.name];
      if (control instanceof HTMLInputElement && knob.kind === 'check')
        control.checked = value === true;
      else control.value = typeof value === 'number' || typeof value === 'string' ? `${value}` : '';
      if (control instanceof HTMLSelectElement && control.selectedIndex < 0)
        control.selectedIndex = 0;
    }
  };
  form.replaceChildren(
    ...controls.map(({ knob, control }) => labelled(knob, control)),
    el('div', { class: 'row wide' }, el('button', { type: 'submit' }, 'Apply')),
  );
  if (knobs === cabinetKnobs) {
    const reset = () => void apply({ reset: true });
    form.lastElementChild?.append(el('button', { type: 'button', click: reset }, 'Reset'));
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void apply(
      Object.fromEntries(
        controls
          .map(({ knob, control }) => [knob.name, valueOf(knob, control)])
          .filter(([, value]) => value !== undefined),
      ),
    );
  });
  show(values);
  return { show };
}

/**
 * @param {Knob} knob
 * @param {string} id
 */
function controlOf(knob, id) {
  if (knob.kind === 'select') {
    const options = (knob.options ?? []).map(([value, label]) => el('option', { value }, label));
    return el('select', { id, name: knob.name }, ...options);
  }
  if (knob.kind === 'check') return el('input', { id, name: knob.name, type: 'checkbox' });
  return el('input', {
    id,
    name: knob.name,
    type: 'number',
    ...(knob.min !== undefined && { min: `${knob.min}` }),
    ...(knob.max !== undefined && { max: `${knob.max}` }),
    step: `${knob.step ?? 1}`,
  });
}

/**
 * @param {Knob} knob
 * @param {HTMLElement} control
 */
function labelled(knob, control) {
  const text = el('span', {}, knob.label);
  const parts = knob.kind === 'check' ? [control, text] : [text, control];
  return el(
    'label',
    { class: knob.kind === 'check' ? 'check' : 'control', for: control.id },
    ...parts,
  );
}

/**
 * @param {Knob} knob
 * @param {HTMLInputElement | HTMLSelectElement} control
 */
function valueOf(knob, control) {
  if (knob.kind === 'check') return control instanceof HTMLInputElement && control.checked;
  if (knob.kind === 'select') return control.value === '' ? undefined : control.value;
  if (control.value === '') return knob.name === 'ejectTimes' ? null : undefined;
  return Number(control.value);
}
