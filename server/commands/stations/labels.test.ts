import { randomInt } from 'node:crypto';
import jsQr from 'jsqr';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { makeStationId } from '../../../contract/rules/places/stationId.ts';
import { deepLink, labelPage, labelSizes, qrCode, type LabelSize } from './labels.ts';

const publicUrl = 'https://rent.example.com';
const settings = { publicUrl, brand: { name: 'Volt & Co', supportPhone: '' } };

const stations = Array.from({ length: 14 }, (_, at) => ({
  id: makeStationId((below) => randomInt(below)),
  name: at === 0 ? '<script>"Café" & 咖啡</script>' : `Station ${at}`,
}));

async function page(size: LabelSize, of = stations): Promise<string> {
  let html = '';
  for await (const part of labelPage(of, { size, settings })) html += part;
  return html;
}

/** Draws the path of a QR code as a printer would, and reads it as a phone would. */
function decode(svg: string, scale = 6): string | undefined {
  const [, from = 0, , side = 0] = (/viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg) ?? []).map(
    Number,
  );
  const png = new PNG({ width: side * scale, height: side * scale });
  png.data.fill(255);
  const path = /<path d="([^"]+)"/.exec(svg)?.[1] ?? '';
  const steps = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)];
  expect(steps.map(([step]) => step).join('')).toBe(path);
  for (const [x = 0, y = 0, width = 0, back = 0] of steps.map((step) =>
    step.slice(1).map(Number),
  )) {
    expect(back).toBe(x);
    for (let row = (y - from) * scale; row < (y - from + 1) * scale; row++) {
      const start = (row * png.width + (x - from) * scale) * 4;
      for (let at = start; at < start + width * scale * 4; at++)
        png.data[at] = at % 4 === 3 ? 255 : 0;
    }
  }
  const pixels = new Uint8ClampedArray(png.data);
  const read = typeof jsQr === 'function' ? jsQr : jsQr.default;
  return read(pixels, png.width, png.height)?.data;
}

test.each(labelSizes)(
  '%s: each code leads to the station whose id is below the code',
  async (size) => {
    const labels = (await page(size)).match(/<article>[\s\S]*?<\/article>/g) ?? [];
    expect(labels).toHaveLength(stations.length);
    for (const [at, label] of labels.entries()) {
      const shown = /<p class="id">(.*?)<\/p>/.exec(label)?.[1]?.replace(/<[^>]+>|\s/g, '');
      expect(shown).toBe(stations[at]?.id);
      expect(decode(label)).toBe(`${publicUrl}/home?equip_id=${shown}`);
    }
  },
);

test('a scratched code is still readable', () => {
  const link = deepLink(publicUrl, stations[0]?.id ?? '');
  const steps = qrCode(link).match(/M[^M"]+z/g) ?? [];
  // A stripe across the middle of the code is removed. The stripe contains only data.
  const scratched = steps.filter((step) => !/^M\d+ 1[89]h/.test(step)).join('');
  expect(scratched.length).toBeLessThan(steps.join('').length);
  expect(decode(qrCode(link).replace(/d="[^"]+"/, `d="${scratched}"`))).toBe(link);
});

test('a page has twelve labels, or one label for a label printer', async () => {
  const sheets = (await page('a4')).split('<section>').slice(1);
  expect(sheets.map((sheet) => sheet.match(/<article>/g)?.length)).toEqual([12, 2]);
  const labels = await page('label');
  expect(labels).not.toContain('<section>');
  expect(labels).toContain('@page { size: 62mm 100mm');
});

test('the name of a station is escaped', async () => {
  const html = await page('label');
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;&quot;Café&quot; &amp; 咖啡&lt;/script&gt;');
  expect(html).toContain('Volt &amp; Co');
});

test('the page loads no other files', async () => {
  const html = await page('a4');
  expect(html.match(/(?:src|href)=|url\((?!data:)/g)).toBeNull();
});

test('without stations, the page has no labels', async () => {
  expect(await page('a4', [])).not.toContain('<article>');
});
