import type { Locator, Page } from 'playwright/test';
import { expect, test as base } from '../support/fixtures.ts';
import { cards, type Rider } from '../support/rider.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { continueAs, openProvider } from '../support/socialProvider.ts';
import { enterCode, press } from '../support/steps.ts';

// These tests block popups, because an installed app cannot open them. Without a popup, the rider
// leaves the app, signs in on the page of the provider, and comes back. Then the app continues the
// change.

const test = base.extend<{ journey: Journey }>({
  journey: ({ page, rider, sandbox, supplies }, use) =>
    use({ page, rider, sandbox, newPhone: supplies.nextPhone() }),
});
test.use({ settings: { GOCASH_REFUNDABLE: '1' } });
// Run the whole file in one Playwright worker, because each worker starts its own copy of the
// product.
test.describe.configure({ mode: 'default' });

let people = 0;
const newPersonName = () => `Owner ${(people += 1)} of ${process.pid}`;

interface Journey {
  rider: Rider;
  sandbox: Sandbox;
  page: Page;
  newPhone: string;
}

interface Change {
  /** The path of the page. */
  path: string;
  /** How many seconds to wait until the proof of the login has expired. The default is `proofSeconds`. */
  waitSeconds?: number;
  /** Prepares the data of the page while the proof of the login is still valid. */
  prepare?: (journey: Journey) => Promise<unknown>;
  /** Requests the change, for which the server then requires a proof. */
  begin: (journey: Journey) => Promise<void>;
  /** Confirms the change after the proof. */
  confirm: (journey: Journey) => Promise<void>;
  /** Waits for the result of the change. */
  expectDone: (journey: Journey) => Promise<void>;
}

/** A time in seconds after which each proof has expired. */
const proofSeconds = 601;

const sheetOf = (page: Page) => page.getByRole('alertdialog', { name: "Confirm that it's you" });
const dialogOf = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const buttonOf = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true });

/** Expects that the dialog names the change, and confirms the change. */
async function confirmNamed(page: Page, text: string): Promise<void> {
  const dialog = dialogOf(page, 'Make this change now?');
  await expect(dialog).toContainText("You have confirmed that it's you.");
  await expect(dialog).toContainText(text);
  await buttonOf(dialog, 'Make the change').click();
}

const expectCodePage = ({ page }: Journey) => expect(page).toHaveTitle('Enter the code');

async function sendCode({ page, newPhone }: Journey): Promise<void> {
  await page.goto('/profile/yourInfo/phone');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone.replace('+1', ''));
  await buttonOf(page, 'Send code').click();
}

const changes: Record<string, Change> = {
  'a new address': {
    path: '/profile/yourInfo/email',
    async begin({ page, newPhone }) {
      await page.getByRole('textbox', { name: 'Email' }).fill(`a${newPhone.slice(1)}@example.com`);
      await buttonOf(page, 'Save').click();
    },
    async confirm({ page, newPhone }) {
      await expect(page.locator('input[name="email"]')).toHaveValue(/@example\.com$/);
      await confirmNamed(page, `Your new email address: a${newPhone.slice(1)}@example.com`);
    },
    expectDone: expectCodePage,
  },
  'a new phone': {
    path: '/profile/yourInfo/phone',
    begin: sendCode,
    async confirm({ page, newPhone }) {
      await expect(page.locator('input[name="phone"]')).toHaveValue(newPhone.replace('+1', ''));
      await confirmNamed(page, 'Your new phone number:');
    },
    expectDone: expectCodePage,
  },
  'the code for a new phone': {
    path: '/profile/yourInfo/phone/code',
    waitSeconds: 310,
    async prepare(journey) {
      // Send the code as late as possible, because the code must still be valid after the proof of
      // the login has expired.
      await journey.sandbox.advance(300);
      await sendCode(journey);
      await expectCodePage(journey);
    },
    begin: async ({ page, sandbox, newPhone }) => enterCode(page, await sandbox.code(newPhone)),
    async confirm({ page, sandbox, newPhone }) {
      await buttonOf(dialogOf(page, 'Enter the code again'), 'OK').click();
      await expect(page.locator('input[name="code"]')).toHaveValue('');
      await enterCode(page, await sandbox.code(newPhone));
    },
    expectDone: ({ page }) =>
      expect(page.getByText('You information is saved.').first()).toBeVisible(),
  },
  'a linked account': {
    path: '/profile/yourInfo',
    begin: ({ page }) => buttonOf(page, 'Link Facebook').click(),
    confirm: ({ page }) => confirmNamed(page, 'Facebook will be linked to your account.'),
    async expectDone({ page }) {
      await chooseAccount(page, newPersonName());
      await expect(buttonOf(page, 'Unlink Facebook')).toBeVisible();
    },
  },
  'an unlinked account': {
    path: '/profile/yourInfo',
    async begin(journey) {
      const dialog = dialogOf(journey.page, 'Unlink Google?');
      await press(buttonOf(journey.page.getByRole('list'), 'Unlink Google'), dialog);
      await this.confirm(journey);
    },
    confirm: ({ page }) => buttonOf(dialogOf(page, 'Unlink Google?'), 'Unlink Google').click(),
    expectDone: ({ page }) => expect(buttonOf(page, 'Link Google')).toBeVisible(),
  },
  'a refund of GoCash': {
    path: '/payment',
    async prepare({ rider }) {
      await rider.addCard(cards.pays);
      await rider.topUp();
    },
    async begin(journey) {
      await buttonOf(journey.page, 'Refund to my card').click();
      await this.confirm(journey);
    },
    confirm: ({ page }) => buttonOf(page, 'Refund $20.00').click(),
    expectDone: ({ page }) =>
      expect(page.getByText('$20.00 is being refunded to your card.').first()).toBeVisible(),
  },
  'the deletion of the account': {
    path: '/setting',
    async begin(journey) {
      await buttonOf(journey.page, 'Delete account').click();
      await this.confirm(journey);
    },
    confirm: ({ page }) => buttonOf(page.getByRole('alertdialog'), 'Delete account').click(),
    async expectDone({ page }) {
      await expect(page).toHaveTitle('Home');
      expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
    },
  },
};

/** Chooses an account on the provider's page, which has replaced the app in its window. */
async function chooseAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await buttonOf(page, 'Continue').click();
}

/**
 * Links Google to the account of a new rider, requests the change without a valid proof, and opens Google's page for a
 * new proof. Returns the name of the linked account.
 */
async function leaveForProof(change: Change, journey: Journey): Promise<string> {
  const { page, sandbox } = journey;
  const name = newPersonName();
  await page.goto('/profile/yourInfo');
  await continueAs(await openProvider(page, 'Link Google'), name);
  await expect(page.getByText(name)).toBeVisible();
  await change.prepare?.(journey);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await sandbox.advance(change.waitSeconds ?? proofSeconds);
  await page.goto(change.path);
  await change.begin(journey);
  await leaveAgain(page);
  return name;
}

async function leaveAgain(page: Page): Promise<void> {
  await buttonOf(sheetOf(page), 'Continue with Google').click();
  await expect(page.getByRole('heading', { name: /^Log in with/ })).toBeVisible();
}

for (const [name, change] of Object.entries(changes)) {
  const tag = name === 'a new address' ? ' @slow' : ' @all';

  test(`after the proof, the rider confirms the change: ${name}${tag}`, async ({
    page,
    journey,
  }) => {
    const owner = await leaveForProof(change, journey);
    await chooseAccount(page, owner);
    await expect(page).toHaveURL(new RegExp(`${change.path}$`));
    await change.confirm(journey);
    await change.expectDone(journey);
  });

  test(`after a cancelled proof, the rider proves the change with a code: ${name} @all`, async ({
    page,
    journey,
  }) => {
    await leaveForProof(change, journey);
    await buttonOf(page, 'Cancel').click();
    const sheet = sheetOf(page);
    await expect(sheet.getByRole('alert')).toHaveText(
      "You didn't finish at Google, so nothing was changed. Try again, or confirm another way.",
    );
    await expect(page).toHaveURL(new RegExp(`${change.path}$`));
    await sheet.getByRole('button', { name: /^Text a code/ }).click();
    const field = sheet.getByRole('textbox', { name: 'Verification code' });
    // Wait for the field, because it appears only after the new code was sent. Until then, the newest code is an older
    // one.
    await field.waitFor();
    await field.fill(await journey.sandbox.code(journey.rider.phone));
    await change.confirm(journey);
    await change.expectDone(journey);
  });

  test(`after a proof with a wrong account, the rider proves the change with the linked account: ${name} @all`, async ({
    page,
    journey,
  }) => {
    const owner = await leaveForProof(change, journey);
    await chooseAccount(page, newPersonName());
    await expect(sheetOf(page).getByRole('alert')).toHaveText(
      "This didn't confirm that it's you. Use the Google account that is linked here.",
    );
    await expect(page).toHaveURL(new RegExp(`${change.path}$`));
    await leaveAgain(page);
    await chooseAccount(page, owner);
    await change.confirm(journey);
    await change.expectDone(journey);
  });
}
