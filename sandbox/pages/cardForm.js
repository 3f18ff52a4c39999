import {
  brandLabel,
  brandOf,
  digitsOf,
  groupDigits,
  isCardNumber,
  isPast,
  parseExpiry,
  spaceExpiry,
} from './cardRules.js';

/** @typedef {'number' | 'name' | 'expiry'} FieldName */
/** @typedef {Record<string, string>} Texts */

const root = document.documentElement;
const appOrigin = root.dataset['appOrigin'] ?? '';
/** @type {Record<string, Texts>} */
const texts = JSON.parse(element('texts', HTMLScriptElement).textContent ?? '{}');

const fields = {
  number: element('number', HTMLInputElement),
  name: element('name', HTMLInputElement),
  expiry: element('expiry', HTMLInputElement),
};
/**
 * The key of the error text of each field. The page stores the key, so that it can show the error
 * again in another language.
 */
/** @type {Record<FieldName, string | null>} */
const errors = { number: null, name: null, expiry: null };
let submitting = false;

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

/** @param {object} message */
function postToApp(message) {
  window.parent.postMessage(message, appOrigin);
}

/** @param {string} key */
function text(key) {
  return texts[root.lang]?.[key] ?? key;
}

/** @param {FieldName} name */
function showError(name) {
  const key = errors[name];
  const line = element(`${name}-error`, HTMLElement);
  line.hidden = key === null;
  line.textContent = key === null ? '' : text(key);
  if (key === null) fields[name].removeAttribute('aria-invalid');
  else fields[name].setAttribute('aria-invalid', 'true');
}

/**
 * @param {FieldName} name
 * @param {string | null} key
 */
function setError(name, key) {
  errors[name] = key;
  showError(name);
}

/**
 * Returns the text key of the field's error.
 *
 * @param {FieldName} name
 * @returns {string | null}
 */
function check(name) {
  const value = fields[name].value.trim();
  switch (name) {
    case 'number':
      if (value === '') return 'numberMissing';
      return isCardNumber(digitsOf(value)) ? null : 'numberInvalid';
    case 'name':
      return value === '' ? 'nameMissing' : null;
    case 'expiry': {
      if (value === '') return 'expiryMissing';
      const expiry = parseExpiry(value);
      if (!expiry) return 'expiryInvalid';
      return isPast(expiry, new Date()) ? 'expiryPast' : null;
    }
  }
}

/** @returns {FieldName[]} */
function names() {
  return ['number', 'name', 'expiry'];
}

function showBrand() {
  const brand = brandOf(digitsOf(fields.number.value));
  const label = element('brand', HTMLElement);
  label.hidden = brand === null;
  label.textContent = brand === null ? '' : brandLabel(brand);
}

/**
 * Formats the value only if the caret is at the end of the field. Elsewhere the caret would jump while the
 * person types.
 *
 * @param {HTMLInputElement} input
 * @param {(value: string) => string} format
 * @param {Event} event
 */
function formatWhileTyping(input, format, event) {
  const deleting = event instanceof InputEvent && event.inputType.startsWith('delete');
  if (deleting || input.selectionStart !== input.value.length) return;
  input.value = format(input.value);
}

fields.number.addEventListener('input', (event) => {
  formatWhileTyping(fields.number, (value) => groupDigits(digitsOf(value)), event);
  showBrand();
});
fields.number.addEventListener('blur', () => {
  fields.number.value = groupDigits(digitsOf(fields.number.value));
});
fields.expiry.addEventListener('input', (event) => {
  formatWhileTyping(fields.expiry, spaceExpiry, event);
});
fields.expiry.addEventListener('blur', () => {
  const expiry = parseExpiry(fields.expiry.value);
  if (!expiry) return;
  const month = String(expiry.month).padStart(2, '0');
  fields.expiry.value = `${month}/${String(expiry.year % 100).padStart(2, '0')}`;
});
for (const name of names()) {
  fields[name].addEventListener('input', () => {
    if (errors[name] !== null) setError(name, null);
    postToApp({ type: 'changed', complete: names().every((one) => check(one) === null) });
  });
  // Show the error of a wrong value when the person leaves the field, and the error of a missing value only on submit.
  fields[name].addEventListener('blur', () => {
    if (fields[name].value.trim() !== '') setError(name, check(name));
  });
}

async function submit() {
  if (submitting) return;
  for (const name of names()) setError(name, check(name));
  const wrong = names().filter((name) => errors[name] !== null);
  const [first] = wrong;
  if (first) {
    fields[first].focus();
    postToApp({ type: 'invalid', fields: wrong.length });
    return;
  }
  submitting = true;
  try {
    await tokenize();
  } finally {
    submitting = false;
  }
}

async function tokenize() {
  const expiry = parseExpiry(fields.expiry.value);
  const answer = await post('/card-form/tokens', {
    number: digitsOf(fields.number.value),
    name: fields.name.value.trim(),
    expiryMonth: expiry?.month,
    expiryYear: expiry?.year,
  });
  if (answer?.status === 200) {
    const { token, brand, last4 } = await answer.json();
    postToApp({ type: 'token', token, brand, last4 });
  } else if (answer?.status === 422) {
    setError('number', 'numberRejected');
    fields.number.focus();
    postToApp({ type: 'failed', code: 'cardRejected' });
  } else {
    postToApp({ type: 'failed', code: 'unavailable' });
  }
}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Response | null>} null if the server does not answer
 */
async function post(path, body) {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * @param {unknown} language
 * @param {unknown} theme
 */
function applyAppearance(language, theme) {
  if (typeof language === 'string' && texts[language]) root.lang = language;
  if (theme === 'light' || theme === 'black') root.dataset['theme'] = theme;
  document.title = text('cardTitle');
  for (const labelled of document.querySelectorAll('[data-text]')) {
    if (labelled instanceof HTMLElement)
      labelled.textContent = text(labelled.dataset['text'] ?? '');
  }
  fields.expiry.placeholder = text('expiryHint');
  element('card', HTMLFormElement).setAttribute('aria-label', text('cardTitle'));
  for (const name of names()) showError(name);
}

window.addEventListener('message', (event) => {
  if (event.origin !== appOrigin || event.source !== window.parent) return;
  const { type, language, theme } = { type: null, language: null, theme: null, ...event.data };
  if (type === 'appearance') applyAppearance(language, theme);
  else if (type === 'submit') void submit();
});

// Enter must not reload the page. The app has the submit button.
element('card', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());

new ResizeObserver(() => {
  postToApp({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) });
}).observe(document.body);
postToApp({ type: 'ready' });
