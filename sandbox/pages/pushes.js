import { byId, el, syncList } from './dom.js';

/** @typedef {import('./api.js').Push} Push */

/**
 * @param {Push[]} pushes
 * @param {Intl.DateTimeFormat} time
 */
export function showPushes(pushes, time) {
  const list = byId('pushes');
  if (pushes.length === 0) {
    list.replaceChildren(el('li', { class: 'muted' }, 'None yet.'));
    return;
  }
  syncList(
    list,
    pushes,
    ({ endpoint, message }) => `${endpoint}/${message.notificationId}`,
    ({ at, urgency, message }) =>
      el(
        'li',
        { class: 'message' },
        el(
          'div',
          {},
          el('p', { class: 'strong' }, message.title),
          el('p', {}, message.body),
          el(
            'p',
            { class: 'muted' },
            [time.format(new Date(at)), urgency, message.language, message.path].join(' · '),
          ),
        ),
      ),
  );
}
