import { paths } from '../../../contract/paths.ts';
import type { Row } from '../screens.ts';

/**
 * The sheet that asks for a proof. It is not checked offline: the action behind it is still in progress,
 * and it moves the clock, which would disturb the rows that are prepared at the same time.
 */
export const proofRows: Row[] = [
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
];
