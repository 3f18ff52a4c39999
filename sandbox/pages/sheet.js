const root = document.documentElement;
const { appOrigin = '', kind = '' } = root.dataset;
/** @type {Record<string, Record<string, string>>} */
const texts = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
const form = document.querySelector('form');
const status = document.getElementById('status');
let asking = false;

/** @param {object} message */
function tell(message) {
  window.parent.postMessage(message, appOrigin);
}

/** @param {string | null} key */
function say(key) {
  if (!status) return;
  if (key === null) delete status.dataset['text'];
  else status.dataset['text'] = key;
  status.textContent = key === null ? '' : (texts[root.lang]?.[key] ?? '');
}

async function use() {
  if (asking || !form) return;
  asking = true;
  say(null);
  const behaviour = new FormData(form).get('account');
  const answer = await post({ behaviour });
  asking = false;
  if (answer?.ok) {
    const { token, brand, last4 } = await answer.json();
    tell({ type: 'token', token, brand, last4 });
  } else {
    say('failed');
    tell({ type: 'failed', code: answer?.status === 422 ? 'cardRejected' : 'unavailable' });
  }
}

/**
 * @param {object} body
 * @returns {Promise<Response | null>} null if the server does not answer
 */
async function post(body) {
  try {
    return await fetch(`/sheets/${kind}/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function cancel() {
  tell({ type: 'cancelled' });
}

/**
 * @param {unknown} language
 * @param {unknown} theme
 */
function dress(language, theme) {
  if (typeof language === 'string' && texts[language]) root.lang = language;
  if (theme === 'light' || theme === 'black') root.dataset['theme'] = theme;
  for (const labelled of document.querySelectorAll('[data-text]')) {
    if (labelled instanceof HTMLElement) {
      labelled.textContent = texts[root.lang]?.[labelled.dataset['text'] ?? ''] ?? '';
    }
  }
}

window.addEventListener('message', (event) => {
  if (event.origin !== appOrigin || event.source !== window.parent) return;
  const { type, language, theme } = { type: null, language: null, theme: null, ...event.data };
  if (type === 'appearance') dress(language, theme);
});
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void use();
});
document.getElementById('cancel')?.addEventListener('click', cancel);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') cancel();
});

new ResizeObserver(() => {
  tell({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) });
}).observe(document.body);
tell({ type: 'ready' });
