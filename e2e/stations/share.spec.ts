import { expect, test } from '../support/fixtures.ts';

interface Shared {
  title: string;
  url: string;
  files: { name: string; type: string; size: number }[];
}

declare global {
  interface Window {
    shared?: Shared;
  }
}

test('a station is shared as a link with its picture, and the link has a preview in the same language @slow', async ({
  page,
  product,
  cabinet,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('changeLanguage', 'es');
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ title = '', url = '', files = [] }: ShareData) => {
        window.shared = {
          title,
          url,
          files: files.map(({ name, type, size }) => ({ name, type, size })),
        };
      },
    });
  });
  await page.goto(`/home?equip_id=${cabinet.id}`);
  const share = page.getByRole('button', { name: 'Compartir esta estación' });
  // Request the picture in advance. The server needs a second to draw a picture for the first time.
  // Without this request, the share sheet would open without the picture.
  await page.request.get(`/api/stations/${cabinet.id}/card?lang=es`);
  await share.click();
  await expect.poll(() => page.evaluate(() => window.shared?.url)).toBeTruthy();
  const shared = await page.evaluate(() => window.shared);
  expect(shared?.url).toBe(`${product.url}/home?equip_id=${cabinet.id}&lang=es`);
  expect(shared?.files).toMatchObject([{ name: `${cabinet.id}.png`, type: 'image/png' }]);
  expect(shared?.files[0]?.size).toBeGreaterThan(5000);

  const preview = await (await page.request.get(shared?.url ?? '')).text();
  expect(preview).toContain('por hora o fracción');
  const picture = /property="og:image" content="([^"]+)"/.exec(preview)?.[1] ?? '';
  const answer = await page.request.get(new URL(picture).pathname + new URL(picture).search);
  expect(answer.headers()['content-type']).toBe('image/png');
});

test('where the browser cannot share, the link is copied @all', async ({
  page,
  context,
  cabinet,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/home?equip_id=${cabinet.id}`);
  await page.getByRole('button', { name: 'Share this station' }).click();
  await expect(page.getByText('Copy success.').first()).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`/home?equip_id=${cabinet.id}`);
});
