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

// This script shows a message if the app did not start or the whole app crashed. The build compiles
// this script into index.html, because other files may fail to load.

const words: Record<Language, [failed: string, loading: string, reload: string]> = {
  en: [failedEn, loadingEn, reloadEn],
  es: [failedEs, loadingEs, reloadEs],
  'zh-CN': [failedZh, loadingZh, reloadZh],
};

const element = (name: string, text: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: text });

/** Returns whether the app has not replaced the first screen yet, or has left the page empty. */
function isMissing(root: HTMLElement): boolean {
  return root.childElementCount === 0 || root.querySelector(':scope > [data-painted]') !== null;
}

/**
 * Shows a message with a reload button if the app does not start or crashes. When the app starts,
 * the app removes the message together with the first screen.
 *
 * @param slowMs the time after which a screen without content shows that it is still loading.
 * @param givenUpMs the time after which the start counts as failed.
 */
export function watchStart(language: Language, slowMs: number, givenUpMs: number): void {
  const root = document.getElementById('root');
  if (root === null) return;
  const [failed, loading, again] = words[language];

  const showNote = (text: string) => {
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
  // If the app crashes, React clears the page and reports the error with the browser's `error`
  // event.
  const onFailure = () => setTimeout(() => showNote(failed));
  addEventListener('error', onFailure);
  addEventListener('unhandledrejection', onFailure);
  setTimeout(() => {
    // Users can already use painted stations, so the message appears only if the screen is a
    // skeleton.
    const { start } = document.documentElement.dataset;
    if (start === 'page' || root.querySelector('.home-wait')) showNote(loading);
  }, slowMs);
  setTimeout(() => showNote(failed), givenUpMs);
}
