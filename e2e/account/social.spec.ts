import type { Page } from 'playwright/test';
import { User } from '../../contract/signIn/auth.ts';
import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { continueAs, logInWith, openProvider } from '../support/socialProvider.ts';
import { press } from '../support/steps.ts';

let people = 0;
const newPersonName = () => `Person ${(people += 1)} of ${process.pid}`;

/** Requests the signed-in user from the server. */
async function me(page: Page): Promise<User> {
  const session = await page.evaluate(() => localStorage.getItem('sessionId'));
  const answer = await fetch(new URL(paths.me, page.url()), {
    headers: { authorization: `Bearer ${session}` },
  });
  return User.parse(await answer.json());
}

const isGuest = async (page: Page) =>
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();

test.afterEach(({ sandbox }) => sandbox.identityKnobs({ mode: 'off' }));

for (const provider of ['Facebook', 'Apple', 'Google'] as const) {
  const tag = provider === 'Google' ? ' @slow' : ' @all';

  test(`${provider} creates an account, and later logs in to the same account${tag}`, async ({
    page,
  }) => {
    const name = newPersonName();
    await logInWith(page, provider, name);
    const { id, phone, name: known } = await me(page);
    expect({ phone, known }).toEqual({ phone: null, known: name });

    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    const popup = await openProvider(page, `Continue with ${provider}`);
    // Choose the account again, because the provider asks for it at each login.
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name, exact: true }).click();
    await closed;
    await expect(page).toHaveTitle('Home');
    expect((await me(page)).id).toBe(id);
  });

  test(`a guest who cancels at ${provider} returns to the login${tag}`, async ({ page }) => {
    await page.goto('/login');
    const popup = await openProvider(page, `Continue with ${provider}`);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await closed;
    await expect(page.getByRole('alert')).toHaveText(
      "You didn't finish logging in. Try again or use your phone number.",
    );
    await isGuest(page);
  });

  test(`if ${provider} does not answer, an error names it, and login by phone still works${tag}`, async ({
    page,
    sandbox,
  }) => {
    await page.goto('/login');
    const popup = await openProvider(page, `Continue with ${provider}`);
    await sandbox.identityKnobs({ mode: 'exchangeDown' });
    await continueAs(popup, newPersonName());
    await expect(page.getByRole('alert')).toHaveText(
      `Couldn't reach ${provider}. Try again or use your phone number.`,
    );
    await isGuest(page);
    await page.getByRole('button', { name: 'Continue with phone' }).click();
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toBeVisible();
  });
}

test('if the rider closes the window of the provider, a message appears, and the rider can open the window again @all', async ({
  page,
}) => {
  await page.goto('/login');
  const popup = await openProvider(page, 'Continue with Google');
  await popup.close();
  await expect(page.getByRole('alert')).toHaveText(
    "You didn't finish logging in. Try again or use your phone number.",
  );
  await continueAs(await openProvider(page, 'Continue with Google'), newPersonName());
  await expect(page).toHaveTitle('Home');
});

test.describe('with blocked pop-up windows', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      window.open = () => null;
    }),
  );

  test('the login uses the same window and continues to the requested page @all', async ({
    page,
    cabinet,
  }) => {
    const next = `/payment/unlockChanger?equip_id=${cabinet.id}`;
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByRole('button', { name: 'Continue with Apple' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(newPersonName());
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page).toHaveTitle('Unlock changer');
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(next);
  });

  test('after a cancelled login, the next login still leads to the requested page @all', async ({
    page,
    cabinet,
  }) => {
    const next = `/payment/unlockChanger?equip_id=${cabinet.id}`;
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByRole('button', { name: 'Continue with Facebook' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      "You didn't finish logging in. Try again or use your phone number.",
    );
    await expect(page.getByText(`Unlocking station ${cabinet.id}`)).toBeVisible();
  });
});

test('a callback link from another browser does not log in @all', async ({ page, context }) => {
  await page.goto('/login');
  const popup = await openProvider(page, 'Continue with Google');
  await popup.getByRole('textbox', { name: 'Name' }).fill(newPersonName());
  const [request] = await Promise.all([
    context.waitForEvent('request', (one) => one.url().includes('/callback?')),
    popup.getByRole('button', { name: 'Continue', exact: true }).click(),
  ]);
  await expect(page).toHaveTitle('Home');
  const victim = await context.browser()?.newContext();
  const opened = await victim?.newPage();
  if (!victim || !opened) throw new Error('no other browser');
  await opened.goto(request.url());
  await expect(opened.getByRole('alert')).toHaveText('Try again or use your phone number.');
  await isGuest(opened);
  await victim.close();
});

test('a rider can link an account, log in with it, and unlink it, but cannot unlink the last login method @all', async ({
  page,
  rider,
}) => {
  const name = newPersonName();
  await page.goto('/profile/yourInfo');
  await continueAs(await openProvider(page, 'Link Google'), name);
  await expect(page.getByText(name)).toBeVisible();
  const { id, phone } = await me(page);
  expect(phone).toBe(rider.phone);

  await page.evaluate(() => localStorage.clear());
  await logInWith(page, 'Google', name);
  expect((await me(page)).id).toBe(id);

  await page.goto('/profile/yourInfo');
  const dialog = page.getByRole('alertdialog', { name: 'Unlink Google?' });
  // The button in the dialog has the same name as the button in the list, so search only in the
  // list.
  await press(page.getByRole('list').getByRole('button', { name: 'Unlink Google' }), dialog);
  await dialog.getByRole('button', { name: 'Unlink Google' }).click();
  await expect(page.getByRole('button', { name: 'Link Google', exact: true })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await logInWith(page, 'Google', name);
  expect((await me(page)).id).not.toBe(id);
  await page.goto('/profile/yourInfo');
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeDisabled();
  await expect(page.getByText('This is your only way to log in.')).toBeVisible();
});

test('an account that another rider uses cannot be linked @all', async ({
  page,
  signUp,
  context,
}) => {
  const name = newPersonName();
  await logInWith(page, 'Apple', name);
  await page.evaluate(() => localStorage.clear());
  const rider = await signUp();
  await page.close();
  const own = await context.newPage();
  await own.goto('/profile/yourInfo');
  await continueAs(await openProvider(own, 'Link Apple'), name);
  await expect(own.getByRole('alert')).toHaveText(
    'This login is already linked to another account.',
  );
  expect((await me(own)).phone).toBe(rider.phone);
});
