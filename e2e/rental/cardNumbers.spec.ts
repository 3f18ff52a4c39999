import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { addCard, fillCard, press } from '../support/steps.ts';

// The test searches the files of the database, so the database must be in the data folder.
test.use({ embedded: true });

/** A card number with a valid check digit that is not a published test number. */
const canary = '4929867451239075';

/** Lists the files below a folder that contain the digits, with or without the usual spaces. */
async function filesWith(folder: string, digits: string): Promise<string[]> {
  const spaced = digits.replace(/(\d{4})(?=\d)/g, '$1 ');
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (bytes.includes(digits) || bytes.includes(spaced)) found.push(path);
  }
  return found;
}

test('only the card issuer stores a card number, and it is not in the database, the logs or other files @slow', async ({
  page,
  product,
  rider,
  cabinet,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(product.url)) {
      sent.push(request.url(), request.postData() ?? '');
    }
  });
  await page.goto(`/payment/unlockChanger/addNewCard?equip_id=${cabinet.id}`);
  await addCard(page, canary);
  await expect(page.getByText(/^This card couldn't be added/)).toBeVisible();
  await fillCard(page, cards.pays);
  await press(
    page.getByRole('button', { name: 'Add card' }),
    page.getByText('You have added a new card.').first(),
  );

  for (const number of [canary, cards.pays]) {
    expect(sent.filter((text) => text.includes(number))).toEqual([]);
    expect(product.output.includes(number)).toBe(false);
    expect(await filesWith(product.dataDir, number)).toEqual([]);
  }

  // The API rejects a value that looks like a card number. The error does not contain the value.
  const typed = { token: canary, country: 'US', postalCode: '60601', makeDefault: true };
  const refused = await rider.call('POST', paths.paymentMethods, typed, randomUUID());
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(refused.body)).not.toContain(canary);
  expect(product.output.includes(canary)).toBe(false);
  expect(await filesWith(product.dataDir, canary)).toEqual([]);
});
