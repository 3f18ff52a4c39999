import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import { z } from 'zod';

/** The two weights of a document: normal and bold. */
export type Weight = 400 | 700;

/** One part of a font family, in one weight. */
export interface Typeface {
  name: string;
  font: Font;
}

interface Slice {
  name: string;
  file: URL;
  /** The ranges of code points. Each range has its first and its last code point. */
  ranges: [number, number][];
}

/**
 * The font families, in the order in which the server searches them for a letter. Each part of a family has a few
 * hundred letters.
 */
const families = [
  { name: 'Figtree', folder: '@fontsource-variable/figtree', file: 'figtree' },
  { name: 'NotoSansSC', folder: '@fontsource-variable/noto-sans-sc', file: 'noto-sans-sc' },
];

/**
 * The replacements for a letter that no typeface has. The server uses the first replacement that a
 * typeface has.
 */
const missing = ['\u25A1', '\uFFFD', '?'];

const slices = readSlices();
const typefaces = new Map<string, Promise<Typeface>>();
const letterTypefaces = new Map<string, Promise<Typeface | null>>();

async function readSlices(): Promise<Slice[]> {
  const all = await Promise.all(
    families.map(async ({ name, folder, file }) => {
      const ranges = await readFile(new URL(import.meta.resolve(`${folder}/unicode.json`)), 'utf8');
      return Object.entries(Ranges.parse(JSON.parse(ranges))).map(([key, text]) => {
        const part = key.replace(/[[\]]/g, '');
        return {
          name: `${name}-${part}`,
          file: new URL(import.meta.resolve(`${folder}/files/${file}-${part}-wght-normal.woff2`)),
          ranges: readRanges(text),
        };
      });
    }),
  );
  const latinFirst = (slice: Slice) => (slice.name === 'Figtree-latin' ? 0 : 1);
  return all.flat().sort((a, b) => latinFirst(a) - latinFirst(b));
}

const Ranges = z.record(z.string(), z.string());

/** Reads ranges such as `U+0000-00FF,U+0131`, which have the format of stylesheets. */
function readRanges(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/**
 * Converts a part of a family to an uncompressed TrueType font of one weight, because fontkit cannot read compressed
 * variable fonts.
 */
function openTypeface({ name, file }: Slice, weight: Weight): Promise<Typeface> {
  const key = `${name}-${weight}`;
  const known = typefaces.get(key);
  if (known) return known;
  const opened = readFile(file)
    .then((packed) =>
      subsetFont(packed, '', {
        keepAllGlyphs: true,
        targetFormat: 'truetype',
        variationAxes: { wght: weight },
      }),
    )
    .then((plain) => {
      const font = create(plain);
      if (!('layout' in font)) throw new Error(`${file.pathname} is a collection`);
      // Each part needs a different name, because PDF readers and pdfkit distinguish fonts by name, and all parts of a
      // family have the same name in their files.
      Object.defineProperty(font, 'postscriptName', { value: key });
      return { name: key, font };
    });
  typefaces.set(key, opened);
  return opened;
}

/** Finds the font for a letter. `loadTypefaces` has loaded the fonts. */
export interface Typefaces {
  /** The font for the letter. If no font has the letter, the result has a replacement of the letter. */
  of: (letter: string, weight: Weight) => { typeface: Typeface; letter: string };
}

/** Loads the fonts that the texts need. The fonts stay loaded for the next document. */
export async function loadTypefaces(
  texts: Iterable<string>,
  weights: Weight[],
): Promise<Typefaces> {
  const letters = new Set(missing);
  for (const text of texts) for (const letter of text) letters.add(letter);
  const found = new Map<string, Typeface>();
  await Promise.all(
    weights.flatMap((weight) =>
      [...letters].map(async (letter) => {
        const typeface = await typefaceOf(letter, weight);
        if (typeface) found.set(`${weight}${letter}`, typeface);
      }),
    ),
  );
  return {
    of: (letter, weight) => {
      for (const drawn of [letter, ...missing]) {
        const typeface = found.get(`${weight}${drawn}`);
        if (typeface) return { typeface, letter: drawn };
      }
      throw new Error('no typeface was loaded');
    },
  };
}

function typefaceOf(letter: string, weight: Weight): Promise<Typeface | null> {
  const key = `${weight}${letter}`;
  const known = letterTypefaces.get(key);
  if (known) return known;
  const sought = findTypeface(letter.codePointAt(0) ?? 0, weight);
  letterTypefaces.set(key, sought);
  return sought;
}

async function findTypeface(code: number, weight: Weight): Promise<Typeface | null> {
  for (const slice of await slices) {
    if (!slice.ranges.some(([first, last]) => first <= code && code <= last)) continue;
    const typeface = await openTypeface(slice, weight);
    if (typeface.font.hasGlyphForCodePoint(code)) return typeface;
  }
  return null;
}
