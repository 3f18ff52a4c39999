import { paths } from '../../../contract/paths.ts';
import type { Row } from '../screens.ts';

export const proofRows: Row[] = [
  // This row is not checked offline for two reasons. The dialog belongs to a running request. And
  // the row moves the clock, which would disturb the rows that are prepared at the same time.
  {
    name: 'proof before a new email',
    route: '/profile/yourInfo/:type',
    refuses: paths.myEmail,
    async address({ sandbox }) {
      await sandbox.advance(601);
      return '/profile/yourInfo/email';
    },
    async reach({ page, newPhone }) {
      await page.locator('input[name="email"]').fill(`a${newPhone().slice(1)}@example.com`);
      await page.locator('button[type="submit"]').click();
      await page.getByRole('alertdialog').getByRole('button').nth(1).waitFor();
    },
  },
  {
    name: 'change after a proof at a provider',
    route: '/profile/yourInfo/:type',
    address: () => '/profile/yourInfo/email',
    async reach({ page }) {
      await page.locator('input[name="email"]').waitFor();
      await page.evaluate(() => {
        const owner: unknown = JSON.parse(sessionStorage.getItem('userDetail') ?? '{}').id;
        const email = 'ana@example.com';
        const change = { kind: 'email', email };
        const waitingChange = { version: 2, at: Date.now(), path: location.pathname, change };
        const drafts = { owner, values: { email, waitingChange } };
        sessionStorage.setItem('drafts', JSON.stringify(drafts));
      });
      await page.reload();
      // Only this dialog contains the e-mail address. The sheet for the proof does not contain it.
      await page.getByRole('alertdialog').getByText('ana@example.com').waitFor();
    },
  },
];
