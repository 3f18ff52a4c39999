import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { drawIcons } from './icons.ts';
import { manifestOf } from './manifest.ts';

const icons = await drawIcons();

function pictureOf(file: string): PNG {
  const bytes = icons.get(file);
  if (bytes === undefined) throw new Error(`${file} is not generated`);
  return PNG.sync.read(bytes);
}

/**
 * Returns red, green, blue and alpha of each pixel, and the distance from the centre as a fraction
 * of the width.
 */
function* pointsOf({ width, height, data }: PNG) {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray((y * width + x) * 4);
      const far = Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) / width;
      yield { colour: [red, green, blue].join(), opacity, far };
    }
  }
}

const spark = '255,196,46';

test.each([192, 512])(
  'the maskable icon of %i pixels has no transparent pixel and its drawing is within the safe zone',
  (size) => {
    const points = [...pointsOf(pictureOf(`icons/icon-maskable-${size}.png`))];
    expect(points).toHaveLength(size * size);
    expect(points.every(({ opacity }) => opacity === 255)).toBe(true);
    const drawn = points.filter(({ colour }) => colour !== spark);
    expect(drawn.length).toBeGreaterThan(points.length / 20);
    // A mask can hide everything farther from the centre than 40 % of the width.
    expect(Math.max(...drawn.map(({ far }) => far))).toBeLessThan(0.4);
  },
);

test('the icon for iOS has no transparent corner, because iOS shows transparency as black', () => {
  const picture = pictureOf('icons/apple-touch-icon.png');
  expect(picture.width).toBe(180);
  expect([...pointsOf(picture)].every(({ opacity }) => opacity === 255)).toBe(true);
});

test('the monochrome icon has transparent and visible parts, but only one colour @slow', () => {
  const points = [...pointsOf(pictureOf('icons/icon-monochrome-512.png'))];
  const shape = points.filter(({ opacity }) => opacity > 0);
  expect(new Set(shape.map(({ colour }) => colour))).toEqual(new Set(['0,0,0']));
  expect(shape.length / points.length).toBeGreaterThan(0.1);
  expect(shape.length / points.length).toBeLessThan(0.4);
});

test('each shortcut has a different drawing on the same background', () => {
  const files = [...icons.keys()].filter((file) => file.startsWith('icons/shortcut-'));
  expect(files).toHaveLength(4);
  expect(new Set(files.map((file) => icons.get(file)?.toString('base64'))).size).toBe(4);
  for (const file of files) {
    const colours = [...pointsOf(pictureOf(file))].map(({ colour }) => colour);
    expect(colours.filter((colour) => colour === spark).length).toBeGreaterThan(96 * 96 * 0.5);
    expect(colours).toContain('22,24,29');
  }
});

test('the image for link previews has the size that index.html declares', () => {
  const { width, height, data } = pictureOf('icons/preview.png');
  expect([width, height]).toEqual([1200, 630]);
  expect(data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
  expect(icons.get('icons/preview.png')?.byteLength).toBeLessThan(100_000);
});

test('the favicon is an ICO file that contains a PNG', () => {
  const ico = icons.get('favicon.ico') ?? Buffer.alloc(0);
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
  const picture = PNG.sync.read(ico.subarray(ico.readUInt32LE(18)));
  expect([picture.width, picture.height]).toEqual([48, 48]);
});

test('the vector icon has no hidden parts and no CSS variables', () => {
  const svg = icons.get('icons/icon.svg')?.toString();
  expect(svg).toContain('#ffc42e');
  expect(svg).not.toMatch(/var\(|display/);
});

/** Returns the manifest of a language, with the same word in place of each text. */
const withoutTexts = (language: 'en' | 'es' | 'zh-CN') =>
  JSON.stringify(manifestOf(language), (key, value: unknown) =>
    ['name', 'short_name', 'description', 'label', 'lang'].includes(key) ? '-' : value,
  );

test('the manifests of all languages differ only in their texts', () => {
  expect(manifestOf('en')).toMatchObject({ id: '/', start_url: '/home', scope: '/', lang: 'en' });
  expect(withoutTexts('es')).toBe(withoutTexts('en'));
  expect(withoutTexts('zh-CN')).toBe(withoutTexts('en'));
  expect(manifestOf('es')).toMatchObject({ name: 'Alquiler de cargadores', lang: 'es' });
});
