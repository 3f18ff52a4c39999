const root = document.documentElement;
const { appOrigin = '', kind = '' } = root.dataset;
/** @type {Record<string, Record<string, string>>} */
const texts = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
const form = document.querySelector('form');
const status = document.getElementById('status');
let isRequesting = false;

/** @param {object} message */
function postToApp(message) {
  window.parent.postMessage(message, appOrigin);
}

/** @param {string | null} key */
function showStatus(key) {
  if (!status) return;
  if (key === null) delete status.dataset['text'];
  else status.dataset['text'] = key;
  status.textContent = key === null ? '' : (texts[root.lang]?.[key] ?? '');
}

async function requestToken() {
  if (isRequesting || !form) return;
  isRequesting = true;
  showStatus(null);
  const behaviour = new FormData(form).get('account');
  const answer = await post({ behaviour });
  isRequesting = false;
  if (answer?.ok) {
    const { token, brand, last4 } = await answer.json();
    postToApp({ type: 'token', token, brand, last4 });
  } else {
    showStatus('failed');
    postToApp({ type: 'failed', code: answer?.status === 422 ? 'cardRejected' : 'unavailable' });
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
  postToApp({ type: 'cancelled' });
}

/**
 * @param {unknown} language
 * @param {unknown} theme
 */
function applyAppearance(language, theme) {
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
  if (type === 'appearance') applyAppearance(language, theme);
});
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void requestToken();
});
document.getElementById('cancel')?.addEventListener('click', cancel);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') cancel();
});

new ResizeObserver(() => {
  postToApp({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) });
}).observe(document.body);
postToApp({ type: 'ready' });
