import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { previewPicture } from '../../../contract/rules/app/previewPicture.ts';
import { brandColour } from './brandColours.ts';

// All icons of the app are generated from icon.svg in the colours of the light theme.

const source = new URL('icon.svg', import.meta.url);
/**
 * The image for link previews: a station and a charger that comes out. It has no words, so that it is the
 * same in every language.
 */
const previewSource = new URL('preview.svg', import.meta.url);

/** An element of the drawing that a shortcut shows instead of the charger. */
type Glyph = 'scan' | 'return' | 'charger' | 'wallet';

interface Drawing {
  /** Side in pixels. */
  size: number;
  /** CSS that changes what the drawing shows. */
  style?: string;
  /** The part of the drawing to render, in its coordinates (512 wide). */
  viewBox?: string;
  /** Background colour; transparent by default. */
  background?: string;
}

/** A full square without the rounded background. The system cuts its own shape out of it. */
const fullBleed = { style: '#tile{display:none}', background: 'spark' };

/**
 * Android shows at least a circle with 80 % of the width. The charger is a little smaller, to fit into the
 * circle.
 */
const maskable = { viewBox: '-24 -24 560 560', ...fullBleed };

/**
 * The system uses only the transparency of this icon. It has few details, because it is shown at 24
 * pixels.
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

/** The favicon is for browsers without SVG icons, and for programs that request /favicon.ico. */
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

/** Puts a PNG into an ICO file. All browsers in use can read this format. */
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

/** The icon without the hidden elements, which only shortcuts show. */
export function plainIcon(): string {
  return coloured(source).replaceAll(/\s*<g [^>]*display="none"[\s\S]*?<\/g>/g, '');
}

/** All icons by their path from the root of the app. */
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
