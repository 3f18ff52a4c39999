import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';

// The separate settings start a new server for this test. A server that other tests have used needs more memory. The
// limit of 600 MiB includes the memory of the embedded database.
test.use({ settings: { LOG_LEVEL: 'warn' }, embedded: true });

test('the slot opens within two seconds after the payment, and the server uses less than 600 MiB of memory @slow', async ({
  product,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { createdAt, startedAt } = await rider.rent(cabinet.id, 'charging');
  expect(Date.parse(startedAt ?? '') - Date.parse(createdAt)).toBeLessThan(2000);
  // `residentBytes` reads `/proc`, so it can measure the memory only on Linux.
  if (process.platform !== 'linux') return;
  // The server needs more memory at its start. On a busy machine, the garbage collector frees this
  // memory some seconds later.
  await expect
    .poll(() => product.residentBytes(), { timeout: 30_000, message: 'bytes of memory' })
    .toBeLessThan(600 * 1024 ** 2);
});
