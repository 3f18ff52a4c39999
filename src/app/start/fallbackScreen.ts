import {
  pageFailed as failedEn,
  reload as reloadEn,
  stillLoading as loadingEn,
} from '../../../locales/en/common.json';
import {
  pageFailed as failedEs,
  reload as reloadEs,
  stillLoading as loadingEs,
} from '../../../locales/es/common.json';
import {
  pageFailed as failedZh,
  reload as reloadZh,
  stillLoading as loadingZh,
} from '../../../locales/zh-CN/common.json';
import type { Language } from '../../../contract/config.ts';

// What stands in for the app where it did not start, or fell as a whole. Compiled into index.html:
// nothing that has to be fetched can be counted on then.

const words: Record<Language, [failed: string, loading: string, reload: string]> = {
  en: [failedEn, loadingEn, reloadEn],
  es: [failedEs, loadingEs, reloadEs],
  'zh-CN': [failedZh, loadingZh, reloadZh],
};

const element = (name: string, text: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: text });

/** Whether the app has not taken the place of what the start painted, or has left it empty. */
function isMissing(root: HTMLElement): boolean {
  return root.childElementCount === 0 || root.querySelector(':scope > [data-painted]') !== null;
}

/**
 * Says so where the app does not come, or is gone, and offers a reload. The note goes with the rest
 * of what was painted once the app does come.
 *
 * @param slowMs after which a screen without anything on it says that it still loads.
 * @param givenUpMs after which it has failed.
 */
export function watchStart(language: Language, slowMs: number, givenUpMs: number): void {
  const root = document.getElementById('root');
  if (root === null) return;
  const [failed, loading, again] = words[language];

  const say = (text: string) => {
    if (!isMissing(root)) return;
    root.querySelector('.start-note')?.remove();
    const note = element('div', '');
    note.className = 'start-note';
    note.dataset['painted'] = 'note';
    const button = element('button', again);
    button.addEventListener('click', () => location.reload());
    const line = element('p', text);
    line.setAttribute('role', 'alert');
    root.append(note);
    note.append(line, button);
  };
  // React says what it could not catch in the same way as the browser, after it has cleared the page.
  const onFailure = () => setTimeout(() => say(failed));
  addEventListener('error', onFailure);
  addEventListener('unhandledrejection', onFailure);
  setTimeout(() => {
    // Stations that are painted already can be used; bones cannot.
    const { start } = document.documentElement.dataset;
    if (start === 'page' || root.querySelector('.home-wait')) say(loading);
  }, slowMs);
  setTimeout(() => say(failed), givenUpMs);
}
