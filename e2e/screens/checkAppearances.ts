import type { Page } from 'playwright/test';
import { isCompleteRun } from '../../scripts/test/testScope.ts';
import { expect, test, watchTrouble } from '../support/fixtures.ts';
import { StillPictures } from '../support/stillPictures.ts';
import { formOf } from './axe.ts';
import { choose } from './chooseLanguage.ts';
import {
  type Language,
  expectPreferencesRespected,
  expectRoomForLargeText,
  expectRoomForLongWords,
  expectScreenInOrder,
  expectStillInOrder,
  languages,
} from './screenChecks.ts';
import { arePicturesTaken, takePictures } from './pictures.ts';

const themes = { light: 'light', black: 'dark' } as const;

export interface AppearanceCheck {
  page: Page;
  name: string;
  /** Opens the screen. */
  open(): Promise<void>;
  /** The API path that answers with 403 before the screen appears. This error is expected. */
  refuses?: string | undefined;
  /** Expects the elements that show that the screen is open. */
  check(language: Language, index: number): Promise<void>;
}

/**
 * Checks a screen. `npm run test:all` checks it in each language and theme. `npm test` checks it in
 * one language and one theme. Different screens have different languages and themes, so that each
 * pair of a language and a theme is checked. The device's colour scheme sets the theme. Another
 * test checks that a theme from the settings has the same colours.
 */
export async function checkAppearances({
  page,
  name,
  open,
  refuses,
  check,
}: AppearanceCheck): Promise<void> {
  const trouble = watchTrouble(page);
  const pictures = new StillPictures(page);
  for (const [index, language] of languages.entries()) {
    if (!isCompleteRun() && language !== languageOf(name)) continue;
    const shownThemes = isCompleteRun() ? (['light', 'black'] as const) : [themeOf(name)];
    let form: string | null = null;
    await page.emulateMedia({ colorScheme: themes[shownThemes[0]] });
    await choose(page, language);
    await open();
    for (const theme of shownThemes) {
      await test.step(`${language}, ${theme}`, async () => {
        await page.emulateMedia({ colorScheme: themes[theme] });
        await expectMapTakenOver(page);
        await atRest(page);
        await check(language, index);
        if (arePicturesTaken) {
          await takePictures(page, pictures, `${name} ${language} ${theme}`);
        } else if (form === null) {
          await expectScreenInOrder(page, language);
          form = await formOf(page);
        } else {
          await expectStillInOrder(page, language, form);
        }
        expect(trouble.filter((one) => !isRefusal(one, refuses))).toEqual([]);
      });
    }
    // Run these checks in one language only. The last check lengthens the words, as in languages
    // with longer words.
    if (arePicturesTaken || language !== languageOf(name)) continue;
    await expectPreferencesRespected(page);
    await expectRoomForLargeText(page);
    await expectRoomForLongWords(page);
  }
}

/**
 * Whether a problem that the page reported comes from the expected answer 403. The problem is the answer itself, or a
 * message in the console. The message does not contain the path, so each message about a 403 counts.
 */
function isRefusal(trouble: string, path: string | undefined): boolean {
  if (path === undefined) return false;
  const isAnswer = trouble.startsWith('403 ') && trouble.endsWith(path);
  return isAnswer || /^console error: Failed to load resource: .* status of 403 /.test(trouble);
}

/**
 * Returns the language in which `npm test` checks a screen. The language is the same in each run.
 */
function languageOf(screen: string): Language | undefined {
  return languages[sumOf(screen) % languages.length];
}

/** Returns the theme in which `npm test` checks a screen. */
function themeOf(screen: string): keyof typeof themes {
  return Math.floor(sumOf(screen) / languages.length) % 2 === 0 ? 'light' : 'black';
}

function sumOf(screen: string): number {
  return Buffer.from(screen).reduce((total, byte) => total + byte, 0);
}

/**
 * Waits until the pins of the app have replaced those of the first map. Until then, a control may cover a part of a
 * pin. The app makes covered pins inert in the frame after it has drawn its pins.
 */
export async function expectMapTakenOver(page: Page): Promise<void> {
  await expect(page.locator('.first-pins')).toHaveCount(0, { timeout: 30_000 });
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}

/**
 * Ends all transitions, because the colours during a transition belong to neither of the two
 * themes.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}
