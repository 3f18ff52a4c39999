import type { Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { axeFindings, formOf } from './axe.ts';

export const languages = ['en', 'zh-CN', 'es'] as const;
export type Language = (typeof languages)[number];

/** Runs the checks that every screen must pass. */
export async function expectScreenInOrder(page: Page, language: Language): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expectTranslated(page, language);
  expect(await axeFindings(page, 'all'), 'axe findings').toEqual([]);
  expect(await smallTargets(page), 'targets under 44 px').toEqual([]);
  expect((await mainButtons(page)).slice(1), 'main buttons beside the first').toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowingElements(page), 'elements wider than the window at 320 px').toEqual([]);
  await page.setViewportSize({ width: 667, height: 375 });
  expect(await overflowingElements(page), 'elements wider than a low window').toEqual([]);
  expect(await stickyHeight(page), 'the height of the elements that stay in view').toBeLessThan(
    188,
  );
  await page.setViewportSize({ width: 844, height: 390 });
  expect(await headingTop(page), 'the top of the heading').toBeGreaterThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

/** Returns the distance in pixels of the visible heading from the top of the page; 0 if the heading is not visible. */
function headingTop(page: Page): Promise<number> {
  return page.evaluate(() => {
    const box = document.querySelector('h1')?.getBoundingClientRect();
    return box === undefined || box.width <= 1 ? 0 : box.top + scrollY;
  });
}

/**
 * Returns the height in pixels of the largest element that stays at the bottom of the window while the page scrolls.
 */
export function stickyHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sticky = [
      ...document.querySelectorAll('main + div, [class*="footer"], .home-foot'),
    ].filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position));
    return Math.max(0, ...sticky.map((element) => element.getBoundingClientRect().height));
  });
}

/**
 * Makes the text twice as large. Expects that no text is clipped, and that the page does not scroll
 * sideways.
 */
export async function expectRoomForLargeText(page: Page): Promise<void> {
  await setRootFontSize(page, '200%');
  await expectRoomForTexts(page, '200% text');
  await setRootFontSize(page, '');
}

/** Expects that all texts fit into the window and into their controls, without being cut off. */
export async function expectRoomForTexts(page: Page, state: string): Promise<void> {
  expect(await overflowingElements(page), `elements wider than the window: ${state}`).toEqual([]);
  expect(await clippedTexts(page), `clipped texts: ${state}`).toEqual([]);
  expect(await textsOutsideControls(page), `texts outside of their control: ${state}`).toEqual([]);
}

export function setRootFontSize(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/**
 * Checks two settings of the system. With reduced motion, only fades may take longer than 200 ms. With forced colours,
 * each button must have a visible border.
 */
export async function expectPreferencesRespected(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A motion that began before the preference was set may still be running.
  await expect
    .poll(() => longAnimations(page), { message: 'animations with reduced motion' })
    .toEqual([]);
  await page.emulateMedia({ reducedMotion: null, forcedColors: 'active' });
  expect(await buttonsWithoutEdge(page), 'buttons without an edge in forced colours').toEqual([]);
  await page.emulateMedia({ forcedColors: null });
  // Without the preference, motions begin again. Wait for their end.
  await expect.poll(() => runningMotions(page), { message: 'motions that do not end' }).toEqual([]);
}

/** Returns the elements that move now, except for endless motions. */
function runningMotions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
      .map(({ effect }) =>
        effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 120) ?? '') : '',
      ),
  );
}

/** Returns the animations that take longer than 200 ms, except those that change only the opacity. */
function longAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect)) return [];
      const isFading = effect
        .getKeyframes()
        .every((frame) =>
          Object.keys(frame).every((name) =>
            ['offset', 'computedOffset', 'easing', 'composite', 'opacity'].includes(name),
          ),
        );
      const { endTime } = effect.getComputedTiming();
      if (isFading || Number(endTime) <= 200) return [];
      return [`${String(endTime)} ms: ${effect.target?.outerHTML.slice(0, 120) ?? ''}`];
    }),
  );
}

/** Returns the visible buttons that look like text. Buttons with underlined text are allowed. */
function buttonsWithoutEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[class*="_button_"]')]
      .filter((button) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, textDecorationLine } =
          getComputedStyle(button);
        const hasBorder =
          Number.parseFloat(borderTopWidth) > 0 &&
          borderTopStyle !== 'none' &&
          borderTopColor !== 'rgba(0, 0, 0, 0)';
        return (
          button.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !hasBorder &&
          !textDecorationLine.includes('underline')
        );
      })
      .map((button) => button.outerHTML.slice(0, 160)),
  );
}

/**
 * Expects that the screen has room for a language with longer words: lengthens every word by 40%. Reload the page
 * afterwards.
 */
export async function expectRoomForLongWords(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.parentElement?.closest('script, style, code, bdi')) continue;
      text.nodeValue = (text.nodeValue ?? '').replace(
        /\p{L}{2,}/gu,
        (word) => word + word.slice(0, Math.ceil(word.length * 0.4)),
      );
    }
  });
  await expectRoomForTexts(page, 'long words');
}

/**
 * Returns the texts that an element cuts off and that a user cannot scroll into view. A text that ends with an ellipsis
 * is allowed, because another page shows the whole text.
 */
function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const parent = text.parentElement;
      if (!parent || (text.nodeValue ?? '').trim() === '') continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // Skip the names of streets, because the edges of the map may cut them off, as on every map.
      if (parent.closest('.first-at > svg')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const words = range.getBoundingClientRect();
      for (
        let box: Element | null = parent;
        box && box !== document.body;
        box = box.parentElement
      ) {
        const style = getComputedStyle(box);
        const { overflowX, overflowY, position, clipPath } = style;
        const { left, right, top, bottom, width } = box.getBoundingClientRect();
        // A text in such an element is only for screen readers, or the user can scroll it into
        // view.
        if (width <= 1 || clipPath !== 'none') break;
        if (/auto|scroll/.test(overflowX + overflowY)) break;
        const isCutX =
          /hidden|clip/.test(overflowX) && (words.left < left - 1 || words.right > right + 1);
        const isCutY =
          /hidden|clip/.test(overflowY) && (words.top < top - 2 || words.bottom > bottom + 2);
        if (
          (isCutX && style.textOverflow !== 'ellipsis') ||
          (isCutY && style.webkitLineClamp === 'none')
        ) {
          found.push(`${text.nodeValue} in ${box.outerHTML.slice(0, 120)}`);
          break;
        }
        if (position === 'fixed') break;
      }
    }
    return found;
  });
}

/**
 * Checks a screen again after its colours have changed. `form` is the result of `formOf` when the screen passed all
 * checks. If `formOf` still returns the same, only the colour rules run. If not, for example because of a clock or the
 * theme, all checks run.
 */
export async function expectStillInOrder(
  page: Page,
  language: Language,
  form: string,
): Promise<void> {
  // `formOf` cannot read frames, so a page with frames needs all checks.
  if (page.frames().length > 1 || (await formOf(page)) !== form) {
    await expectScreenInOrder(page, language);
    return;
  }
  expect(await axeFindings(page, 'colours'), 'axe findings').toEqual([]);
}

/**
 * Expects that the page shows no translation keys, no placeholders, and no English text if its
 * language is not English.
 */
export async function expectTranslated(page: Page, language: Language): Promise<void> {
  const text = await readableText(page);
  expect(text.match(/\{\{|\}\}|\bundefined\b|\[object /g) ?? [], 'unfilled text').toEqual([]);
  const shown = new Set(text.split('\n').map((line) => line.trim()));
  expect(
    [...shown].filter((line) => keys.has(line)),
    'untranslated keys',
  ).toEqual([]);
  if (language === 'en') return;
  const foreign = englishOnly(language);
  expect(
    [...shown].filter((line) => foreign.has(line)),
    'English text',
  ).toEqual([]);
}

/** Returns all texts and accessible names, one per line, without the names of places on the map. */
function readableText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'alt', 'title', 'placeholder'];
    const labels = [...document.querySelectorAll('.home-map text')].map(
      ({ textContent }) => textContent,
    );
    const onMap = new Set(labels);
    const lines = document.body.innerText.split('\n').filter((line) => !onMap.has(line));
    for (const element of document.querySelectorAll('body *')) {
      for (const name of attributes) lines.push(element.getAttribute(name) ?? '');
    }
    return lines.join('\n');
  });
}

/**
 * Returns the interactive elements that are too small for a finger (below 44 × 44 pixels), except links within a
 * sentence.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const minimum = 44;
    const selector =
      'a[href], button, input, select, textarea, summary, [tabindex="0"], [role="button"], [role="link"], [role="switch"], [role="radio"], [role="checkbox"], [role="tab"], [role="option"]';
    const isInSentence = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    const target = (element: Element) =>
      // For a radio button or a switch, measure the label, because a tap on the label has the same effect.
      element instanceof HTMLInputElement && /^(radio|checkbox|file)$/.test(element.type)
        ? (element.labels?.[0] ?? element)
        : element;
    const found: string[] = [];
    for (const element of document.querySelectorAll(selector)) {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const label = target(element);
      const { width, height } = label.getBoundingClientRect();
      // Ignore elements that are clipped to one pixel: they are for screen readers, or become
      // visible when they have the focus.
      const isClipped = width <= 1 || height <= 1;
      const isInert = element.closest('[inert], [aria-hidden="true"]') !== null;
      if ((!isShown && label === element) || isClipped || isInert || isInSentence(element))
        continue;
      // Positions can be fractions of a pixel, so tolerate half a pixel.
      if (width < minimum - 0.5 || height < minimum - 0.5) {
        found.push(`${Math.round(width)}×${Math.round(height)} ${element.outerHTML.slice(0, 160)}`);
      }
    }
    return found;
  });
}

/** Returns the names of the buttons that look like the main action of the screen. */
function mainButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('a, button')]
      .filter(
        (button) =>
          /(^|\s)_(spark|action)_/.test(button.className) &&
          button.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          button.closest('[inert], [aria-hidden="true"]') === null &&
          // An open dialog covers all buttons outside the dialog.
          (document.querySelector('dialog[open]')?.contains(button) ?? true),
      )
      .map((button) => button.textContent ?? ''),
  );
}

/**
 * Returns the buttons, links and labels whose text extends beyond their left or right edge. Skips elements that clip
 * their content.
 */
function textsOutsideControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clips = (element: Element) => {
      const { overflowX, clipPath } = getComputedStyle(element);
      return overflowX !== 'visible' || clipPath !== 'none';
    };
    return [...document.querySelectorAll('button, a, label')].flatMap((control) => {
      if (!control.checkVisibility() || clips(control)) return [];
      const box = control.getBoundingClientRect();
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: text } = texts;
        let parent = text.parentElement;
        while (parent && parent !== control && !clips(parent)) parent = parent.parentElement;
        if (parent !== control) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const words = range.getBoundingClientRect();
        if (words.width > 0 && (words.left < box.left - 1 || words.right > box.right + 1)) {
          return [`${text.nodeValue} in ${control.outerHTML.slice(0, 120)}`];
        }
      }
      return [];
    });
  });
}

/** Returns the elements that make the page scroll sideways. */
function overflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 160));
  });
}

const Strings: z.ZodType = z.record(z.string(), z.unknown());

function readStrings(language: Language): Map<string, string> {
  const folder = join(import.meta.dirname, '..', '..', 'locales', language);
  const strings = new Map<string, string>();
  const add = (path: string, value: unknown) => {
    if (typeof value === 'string') strings.set(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(`${path}.${key}`, inner);
    }
  };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    add(file.slice(0, -'.json'.length), Strings.parse(JSON.parse(text)));
  }
  return strings;
}

const english = readStrings('en');

/**
 * The translation keys. If a translation is missing, a page shows the key with or without its namespace, so both forms
 * are listed.
 */
const keys = new Set(
  [...english.keys()].flatMap((path) => {
    const inner = path.slice(path.indexOf('.') + 1);
    // List a key of one word only with its namespace, because the same word may be a correct text on the screen.
    return inner.includes('.') ? [inner, path, path.replace('.', ':')] : [path];
  }),
);

/**
 * Returns the English strings that a page in this language must not show: the strings that have no
 * placeholders and that differ from all texts of the language.
 */
function englishOnly(language: Language): Set<string> {
  const translated = readStrings(language);
  const own = new Set(translated.values());
  return new Set(
    [...english]
      .filter(([path, text]) => !text.includes('{{') && translated.get(path) !== text)
      .map(([, text]) => text)
      .filter((text) => !own.has(text)),
  );
}
