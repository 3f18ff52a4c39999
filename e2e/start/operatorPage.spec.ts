import { expect, test } from '../support/fixtures.ts';
import { untilControlled } from '../support/serviceWorker.ts';

test.use({ installs: true });

test('an operator signs in and out on a page that the service worker leaves to the server @all', async ({
  page,
}) => {
  await page.goto('/home');
  await untilControlled(page);

  // The session cookie has `SameSite=Strict`, so the browser does not send it when a person follows
  // a link of another site. Even then, the page must show that the operator is signed in.
  const origin = new URL(page.url()).origin;
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${origin}/ops">the operators' page</a>`,
    }),
  );
  const follow = async () => {
    await page.goto('http://elsewhere.test/');
    await page.getByRole('link').click();
  };
  await follow();
  await expect(page.getByText('You are not signed in.')).toBeVisible();

  await page.getByRole('link', { name: 'Sign in with your company account' }).click();
  await page.getByRole('button', { name: 'demo.administrator@sandbox.example' }).click();
  const name = page.getByText('You are signed in as Demo administrator.');
  await expect(name).toBeVisible();
  await follow();
  await expect(name).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You are not signed in.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You are not signed in.')).toBeVisible();
});
