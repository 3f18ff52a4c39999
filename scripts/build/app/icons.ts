import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { previewPicture } from '../../../contract/rules/app/previewPicture.ts';
import { brandColour } from './brandColours.ts';

// Every icon of the app is drawn from one picture, icon.svg, in the colours of the light theme.

const source = new URL('icon.svg', import.meta.url);
/** A station with a charger on its way out, without words: it is the same in every language. */
const previewSource = new URL('preview.svg', import.meta.url);

/** A part of the picture that a shortcut shows in place of the charger. */
type Glyph = 'scan' | 'return' | 'charger' | 'wallet';

interface Drawing {
  /** Side in pixels. */
  size: number;
  /** Style that changes what the picture shows. */
  style?: string;
  /** The square of the picture that is drawn; it is 512 wide. */
  viewBox?: string;
  /** Lies below, where nothing is drawn; without it, that is transparent. */
  background?: string;
}

/** The system cuts its own shape out of the square. */
const fullBleed = { style: '#tile{display:none}', background: 'spark' };

/** Android keeps a circle of 80 % of the width whatever its mask; the charger shrinks a little to lie well within. */
const maskable = { viewBox: '-24 -24 560 560', ...fullBleed };

/** Only its transparency counts, and at 24 pixels only a drawing with air in it can be told. */
const monochrome = {
  viewBox: '46 46 420 420',
  style:
    '#tile{display:none}#body{fill:none;stroke:#000;stroke-width:30px}' +
    '#charge{x:214px;y:226px;width:84px;height:172px;rx:42px;fill:#000;stroke:none}',
};

const shortcut = (glyph: Glyph): Drawing => ({
  size: 96,
  style: `#body,#charge{display:none}#${glyph}{display:inline}`,
});

const drawings: Readonly<Record<string, Drawing>> = {
  'icons/icon-192.png': { size: 192 },
  'icons/icon-512.png': { size: 512 },
  'icons/icon-maskable-192.png': { size: 192, ...maskable },
  'icons/icon-maskable-512.png': { size: 512, ...maskable },
  'icons/icon-monochrome-512.png': { size: 512, ...monochrome },
  'icons/apple-touch-icon.png': { size: 180, ...fullBleed },
  'icons/shortcut-scan-96.png': shortcut('scan'),
  'icons/shortcut-return-96.png': shortcut('return'),
  'icons/shortcut-charger-96.png': shortcut('charger'),
  'icons/shortcut-wallet-96.png': shortcut('wallet'),
};

/** For browsers that know no SVG there, and whoever asks for it unasked. */
const faviconSize = 48;

function coloured(file: URL): string {
  return readFileSync(file, 'utf8').replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) =>
    brandColour(name),
  );
}

async function draw(
  svg: string,
  { size, style = '', viewBox, background }: Drawing,
): Promise<Buffer> {
  const styled = svg
    .replace(/viewBox="([^"]*)"/, (_, whole: string) => {
      return `width="${size}" height="${size}" viewBox="${viewBox ?? whole}"`;
    })
    .replace('>', () => `><style>${style}</style>`);
  const picture = sharp(Buffer.from(styled));
  const filled =
    background === undefined ? picture : picture.flatten({ background: brandColour(background) });
  return filled.png({ compressionLevel: 9 }).toBuffer();
}

/** One PNG in the envelope of an ICO file, which browsers have taken since 2009. */
function asIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon,
  header.writeUInt16LE(1, 4); // one picture in it
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // plane
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return Buffer.concat([header, png]);
}

/** The icon alone, without the hidden parts, which are those of the shortcuts. */
export function plainIcon(): string {
  return coloured(source).replaceAll(/\s*<g [^>]*display="none"[\s\S]*?<\/g>/g, '');
}

/** All icons, by their path from the app's root. */
export async function drawIcons(): Promise<Map<string, Buffer>> {
  const svg = coloured(source);
  const preview = sharp(Buffer.from(coloured(previewSource)));
  const pngs = await Promise.all(
    Object.entries(drawings).map(
      async ([file, drawing]) => [file, await draw(svg, drawing)] as const,
    ),
  );
  return new Map([
    ...pngs,
    ['icons/icon.svg', Buffer.from(plainIcon())],
    [
      previewPicture.path.slice(1),
      await preview.png({ compressionLevel: 9, palette: true }).toBuffer(),
    ],
    ['favicon.ico', asIco(await draw(svg, { size: faviconSize }), faviconSize)],
  ]);
}
