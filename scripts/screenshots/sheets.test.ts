import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetsOf, writeSheet } from './sheets.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheets-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('each screen and size has a sheet with a row for each theme', () => {
  const files = [
    '360x640-my-orders-en-light.png',
    '360x640-my-orders-zh-CN-light.png',
    '360x640-my-orders-en-black.png',
    '844x390-my-orders-en-light.png',
    'notes.txt',
  ];
  expect(sheetsOf(files)).toEqual([
    {
      name: '360x640-my-orders',
      files: [
        ['360x640-my-orders-en-light.png', null, '360x640-my-orders-zh-CN-light.png'],
        ['360x640-my-orders-en-black.png', null, null],
      ],
    },
    {
      name: '844x390-my-orders',
      files: [
        ['844x390-my-orders-en-light.png', null, null],
        [null, null, null],
      ],
    },
  ]);
});

test('a sheet contains its pictures side by side', async () => {
  const picture = { width: 30, height: 20, channels: 3 as const };
  for (const [file, background] of [
    ['a.png', '#ff0000'],
    ['b.png', '#0000ff'],
  ] as const) {
    await sharp({ create: { ...picture, background } })
      .png()
      .toFile(path.join(folder, file));
  }
  await writeSheet({ name: 'sheet', files: [['a.png', null, 'b.png']] }, folder, folder);
  const { data, info } = await sharp(path.join(folder, 'sheet.png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([16 + 3 * (30 + 16), 16 + 20 + 16]);
  const colourAt = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3).subarray(0, 3),
  ];
  expect(colourAt(20, 20)).toEqual([255, 0, 0]);
  expect(colourAt(112, 20)).toEqual([0, 0, 255]);
});
