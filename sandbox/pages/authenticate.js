const root = document.documentElement;
const { appOrigin, authorization, approved, refused, gone, failed } = root.dataset;
const status = document.getElementById('status');
const buttons = [...document.querySelectorAll('button')];

/** @param {boolean} approve */
async function decide(approve) {
  for (const button of buttons) button.disabled = true;
  const answer = await send(approve);
  if (answer === 'failed') for (const button of buttons) button.disabled = false;
  const words = { decided: approve ? approved : refused, gone, failed }[answer];
  if (status) status.textContent = words ?? '';
  if (answer !== 'failed' && window.parent !== window && appOrigin) {
    window.parent.postMessage({ type: 'authenticated', approved: approve }, appOrigin);
  }
}

/**
 * @param {boolean} approve
 * @returns {Promise<'decided' | 'gone' | 'failed'>}
 */
async function send(approve) {
  try {
    const response = await fetch(`/authenticate/${authorization}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ approved: approve }),
    });
    if (response.ok) return 'decided';
    return response.status === 409 ? 'gone' : 'failed';
  } catch (error) {
    if (error instanceof TypeError) return 'failed';
    throw error;
  }
}

for (const button of buttons) {
  button.addEventListener('click', () => void decide(button.dataset['decision'] === 'approve'));
}
