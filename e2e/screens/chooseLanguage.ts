import type { Page } from 'playwright/test';
import type { Language } from './screenChecks.ts';

/** Stores the language for the next page. */
export async function choose(page: Page, language: Language): Promise<void> {
  const keep = (chosen: string) => localStorage.setItem('changeLanguage', chosen);
  const keepOnce = (chosen: string) => {
    if (localStorage.getItem('changeLanguage') === null) {
      localStorage.setItem('changeLanguage', chosen);
    }
  };
  // Storage does not exist before the first page is loaded, so store the language while that page
  // loads.
  if (page.url() === 'about:blank') await page.addInitScript(keepOnce, language);
  else await page.evaluate(keep, language);
}
