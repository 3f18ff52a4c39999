import { useEffect, useState } from 'react';

const errors = '[aria-invalid="true"], p[role="alert"]:not(:empty)';
const fields = 'input:not(:disabled), select, textarea, button, a[href]';

/**
 * Returns whether the form was submitted at least once, and a function to call at each submission.
 * Each submission scrolls to the first error of the open dialog or of the page, and focuses the
 * field of the error. Without the scrolling, the button would seem to do nothing on a small screen,
 * because the error may be out of view.
 */
export function useSubmitAttempt(): [tried: boolean, attempt: () => void] {
  const [attempts, count] = useState(0);
  useEffect(() => {
    if (attempts > 0) showError();
  }, [attempts]);
  return [attempts > 0, () => count((before) => before + 1)];
}

function showError(): void {
  const part = document.querySelector('dialog[open]') ?? document.querySelector('main');
  const error = part?.querySelector<HTMLElement>(errors);
  if (!error) return;
  const field = error.matches(fields) ? error : error.querySelector<HTMLElement>(fields);
  if (!field) error.tabIndex = -1;
  (field ?? error).focus({ preventScroll: true });
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // Scroll to the start of a tall group, because its middle would show neither its error nor its first option.
  const block = error.offsetHeight > innerHeight / 2 ? 'start' : 'center';
  error.scrollIntoView({ block, behavior: isStill ? 'auto' : 'smooth' });
}
