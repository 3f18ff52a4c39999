import { el } from './dom.js';

/** @typedef {{ name: string, label: string, kind: 'number' | 'check' | 'select', options?: [string, string][], min?: number, max?: number, step?: number }} Knob */

/** @type {Knob[]} */
const habits = [
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
    label: 'When told to eject',
    kind: 'select',
    options: [
      ['normal', 'Ejects and answers'],
      ['silent', 'Ejects, says nothing'],
      ['dead', 'Does and says nothing'],
      ['jammed', 'Refuses: jammed'],
      ['notFound', 'Refuses: not found'],
      ['expired', 'Refuses: expired'],
      ['busy', 'Refuses: busy'],
      ['unreadable', 'Refuses: unreadable'],
      ['timeout', 'Refuses: time-out'],
    ],
  },
  { name: 'ejectTimes', label: 'That many times (empty: always)', kind: 'number', min: 1, max: 99 },
  {
    name: 'nextReturn',
    label: 'The next return',
    kind: 'select',
    options: [
      ['normal', 'Is taken'],
      ['wrongDirection', 'Is the wrong way round'],
      ['unreadable', 'Cannot be read'],
      ['foreign', "Is another maker's"],
      ['slotFault', 'Meets a broken slot'],
    ],
  },
  { name: 'lossRate', label: 'Messages lost, 0–1', kind: 'number', min: 0, max: 1, step: 0.05 },
  {
    name: 'duplicationRate',
    label: 'Messages doubled, 0–1',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
  },
  {
    name: 'reorderRate',
    label: 'Events shuffled, 0–1',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
  },
  { name: 'clockSkewSeconds', label: 'Clock ahead by, seconds', kind: 'number', step: 1 },
  { name: 'selfCheckSeconds', label: 'Self-check after eject, s', kind: 'number', min: 0, max: 60 },
  { name: 'noClock', label: 'Has no clock', kind: 'check' },
  { name: 'ignoreExpiry', label: 'Ignores expiry', kind: 'check' },
  { name: 'noCommandMemory', label: 'Forgets commands', kind: 'check' },
];

/** @type {Knob} */
const stock = {
  name: 'stock',
  label: 'An operator',
  kind: 'select',
  options: [
    ['', 'Leaves it as it is'],
    ['full', 'Fills every slot'],
    ['empty', 'Takes all chargers away'],
    ['lowBatteries', 'Leaves only low ones'],
    ['charged', 'Charges all'],
  ],
};

/** @type {Knob[]} */
export const issuerKnobs = [
  {
    name: 'mode',
    label: 'Answers',
    kind: 'select',
    options: [
      ['off', 'As it should'],
      ['timeoutBefore', 'Never, and does nothing'],
      ['timeoutAfter', 'Never, but does it'],
      ['cutBefore', 'Cuts the line, does nothing'],
      ['cutAfter', 'Cuts the line, but does it'],
      ['errorBefore', 'With an error'],
    ],
  },
  { name: 'times', label: 'That many times', kind: 'number', min: 1, max: 1000 },
];

/** @type {Knob[]} */
export const webhookKnobs = [
  { name: 'delayMs', label: 'After, ms', kind: 'number', min: 0, max: 600000, step: 100 },
  { name: 'duplicates', label: 'Repeated so often', kind: 'number', min: 0, max: 10 },
  { name: 'drop', label: 'Says nothing', kind: 'check' },
  { name: 'reorder', label: 'The newest first', kind: 'check' },
  { name: 'wrongSignature', label: 'Signs wrongly', kind: 'check' },
];

export const cabinetKnobs = [stock, ...habits];

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
    form.lastElementChild?.append(el('button', { type: 'button', click: reset }, 'Back to normal'));
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
