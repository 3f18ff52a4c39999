import { flushSync } from 'react-dom';
import { stationPath } from '../../../../contract/rules/firstScreen/stationTexts.ts';
import { changeInTransition } from '../../../lib/page/viewTransition.ts';

/** The elements to which the current motion has given a `viewTransitionName`. */
let named: HTMLElement[] = [];

/** Names the element, so that the browser moves it to the position of the next element with the same name. */
function nameShared(element: HTMLElement | null): void {
  if (element === null) return;
  element.style.viewTransitionName = 'station';
  // The transition scales the text with its box, so the box must be only as wide as the text.
  element.style.inlineSize = 'fit-content';
  named.push(element);
}

function endNames(elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    element.style.viewTransitionName = '';
    element.style.inlineSize = '';
  }
}

const title = () => document.querySelector<HTMLElement>('.st-title');

/**
 * Returns the element with the name of the station in a list. The station may be in several lists.
 * Returns null if none of these elements is in the window.
 */
function rowName(id: string): HTMLElement | null {
  const names = document.querySelectorAll<HTMLElement>(
    `.st-open[href="${stationPath(id)}"] .st-name`,
  );
  const seen = [...names].find((name) => {
    const { top, bottom } = name.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  return seen ?? null;
}

/**
 * Shows the sheet of a station instead of the list, or the list instead of the sheet. The name of the station moves
 * between its row and the head of the sheet.
 */
export function moveStation(from: string | null, to: string | null, change: () => void): void {
  endNames(named);
  named = [];
  const opened = from === null && to !== null ? rowName(to) : null;
  const closed = from !== null && to === null ? title() : null;
  const old = opened ?? closed;
  // In a hidden page, nothing moves.
  if (old === null || document.hidden) {
    change();
    return;
  }
  nameShared(old);
  const own = named;
  void changeInTransition(
    () => flushSync(change),
    () => {
      // If a later motion has begun, do not wait and do not name elements, because the later motion does this.
      if (own !== named) return true;
      const isShown = (title() === null) === (to === null);
      if (isShown) {
        endNames(own.splice(0));
        nameShared(from === null ? title() : rowName(from));
      }
      return isShown;
    },
  ).then(() => {
    if (own === named) endNames(own.splice(0));
  });
}
