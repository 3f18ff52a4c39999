import { type Page, expect } from 'playwright/test';

export type Provider = 'Facebook' | 'Apple' | 'Google';

/** Presses the button with this name, and returns the window of the provider. */
export async function openProvider(page: Page, press: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: press, exact: true }).click(),
  ]);
  await expect(popup.getByRole('heading', { name: /^Log in with/ })).toBeVisible();
  return popup;
}

/** Chooses an account at the provider. Waits until the window closes. */
export async function continueAs(popup: Page, name: string): Promise<void> {
  await popup.getByRole('textbox', { name: 'Name' }).fill(name);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await closed;
}

/** Performs all steps of a social login, beginning with the login page. */
export async function logInWith(page: Page, provider: Provider, name: string): Promise<void> {
  await page.goto('/login');
  await continueAs(await openProvider(page, `Continue with ${provider}`), name);
  await expect(page).toHaveTitle('Home');
}
