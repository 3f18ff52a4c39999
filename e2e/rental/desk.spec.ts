import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CaseActed } from '../../contract/operators/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { operate } from '../support/operator.ts';
import type { Product } from '../support/product.ts';
import { cards } from '../support/rider.ts';

const run = promisify(execFile);

/** Acts on a case as an operator. */
async function operateCase(product: Product, path: string, body: object): Promise<CaseActed> {
  return CaseActed.parse(await operate(product, `/api/ops/cases${path}`, body));
}

test('the app shows the answer and the decision of support, even if the rider sent no report in the app', async ({
  page,
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const { id, number } = await rider.rent(cabinet.id, 'charging');
  await sandbox.bringBack(cabinet, otherCabinet);
  await expect.poll(async () => (await rider.order(id)).status).toBe('complete');
  await page.goto('/home');

  const opened = await operateCase(product, '', { order: number, why: 'the rider called' });
  await operateCase(product, `/${opened.case.number}/close`, {
    outcome: { kind: 'refund', amount: 50 },
    why: 'the slot was slow',
    answer: 'Sorry for the wait. We refund a part.',
  });

  await page.goto('/notification');
  await page.getByRole('link', { name: /Support answered your report/ }).click();
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveTitle('Your reports');
  const card = page.getByRole('listitem').filter({ hasText: opened.case.number });
  await expect(card.getByRole('heading', { name: 'Message from support' })).toBeVisible();
  await expect(card).toContainText('We refunded $0.50.');
  await expect(card).toContainText('Sorry for the wait. We refund a part.');
  await card.getByRole('link', { name: `Order ${number}` }).click();
  await expect(page.getByText('Refund from support', { exact: true })).toBeVisible();
});

test('a rider downloads a proof of return, which OpenSSL verifies @slow', async ({
  page,
  product,
  sandbox,
  rider,
  cabinet,
  otherCabinet,
}, testInfo) => {
  await rider.addCard(cards.pays);
  const { id, number } = await rider.rent(cabinet.id, 'charging');
  await page.goto(`/history/detail?orderId=${id}`);
  await sandbox.bringBack(cabinet, otherCabinet);
  await page.getByRole('link', { name: 'Proof of return' }).click();
  await expect(page).toHaveTitle('Proof of return');
  await expect(page.getByText(number)).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the file' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`proof-${number}.json`);

  const folder = testInfo.outputPath('proof');
  await saved.saveAs(join(folder, 'proof.json'));
  const proof = z
    .object({ payload: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'proof.json'), 'utf8')));
  expect(JSON.parse(proof.payload)).toMatchObject({
    order: number,
    station: { id: otherCabinet.id },
    event: { number: expect.any(Number) },
  });
  const keys = await fetch(`${product.url}/api/proofs/keys`);
  await writeFile(join(folder, 'keys.json'), await keys.text());
  const manual = await readFile(new URL('../../docs/proofs.md', import.meta.url), 'utf8');
  const [, script = ''] = /```sh\n# verify\n([^`]+)```/.exec(manual) ?? [];
  const { stdout, stderr } = await run('sh', ['-ec', script], { cwd: folder });
  expect(stdout + stderr).toContain('Verified Successfully');
});
