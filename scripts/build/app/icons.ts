import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { previewPicture } from '../../../contract/rules/app/previewPicture.ts';
import { brandColour } from './brandColours.ts';

// All icons of the app are generated from icon.svg in the colours of the light theme.

const source = new URL('icon.svg', import.meta.url);
/**
 * The image for link previews: a station and a charger that comes out. The image has no words, so
 * that it is the same in every language.
 */
const previewSource = new URL('preview.svg', import.meta.url);

/**
 * The id of a symbol in the drawing. The icon of a shortcut shows this symbol, and hides the
 * charger of the normal icon.
 */
type Glyph = 'scan' | 'return' | 'charger' | 'wallet';

interface Drawing {
  /** Side in pixels. */
  size: number;
  /** CSS that hides, shows or changes parts of the drawing. */
  style?: string;
  /** The part of the drawing to render. The drawing is 512 units wide. */
  viewBox?: string;
  /** Background colour. Without it, the background is transparent. */
  background?: string;
}

/** The icon fills the whole square, without rounded corners, because the system cuts its own shape out of the icon. */
const fullBleed = { style: '#tile{display:none}', background: 'spark' };

/**
 * Android can hide everything outside a circle with 80 % of the icon's width. The charger is a
 * little smaller, so that it fits into the circle.
 */
const maskable = { viewBox: '-24 -24 560 560', ...fullBleed };

/**
 * The system uses only the transparency of this icon. The icon has few details, because the system
 * shows it at 24 pixels.
 */
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

/**
 * The side of the favicon in pixels. The favicon is for browsers that do not support SVG icons, and for programs that
 * request /favicon.ico.
 */
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

/** Puts a PNG into an ICO file. All current browsers can read a PNG in an ICO file. */
function asIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of images
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return Buffer.concat([header, png]);
}

/** Returns the icon without the hidden elements, because only shortcuts show those elements. */
export function plainIcon(): string {
  return coloured(source).replaceAll(/\s*<g [^>]*display="none"[\s\S]*?<\/g>/g, '');
}

/** Generates all icons. The keys are their paths from the root of the app. */
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
