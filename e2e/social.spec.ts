import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { logInWith, openProvider } from './provider.ts';

let people = 0;
const somebody = () => `Person ${(people += 1)} of ${process.pid}`;

const userId = (page: Page) =>
  page.evaluate(async () => {
    const session = localStorage.getItem('sessionId');
    const answer = await fetch('/api/me', { headers: { authorization: `Bearer ${session}` } });
    return ((await answer.json()) as { id: string }).id;
  });

for (const provider of ['Facebook', 'Apple', 'Google'] as const) {
  test(`${provider} signs somebody up, and in to the same account afterwards`, async ({ page }) => {
    const name = somebody();
    await logInWith(page, provider, name);
    const id = await userId(page);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    const popup = await openProvider(page, `Continue with ${provider}`);
    // The account is chosen anew each time.
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name, exact: true }).click();
    await closed;
    await expect(page).toHaveTitle('Home');
    expect(await userId(page)).toBe(id);
  });
}
