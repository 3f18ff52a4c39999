import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import { z } from 'zod';

/** The two weights of a paper: text, and what stands out. */
export type Weight = 400 | 700;

/** One piece of a typeface in one weight. */
export interface Face {
  name: string;
  font: Font;
}

interface Slice {
  name: string;
  file: URL;
  /** Code points, first and last of each range. */
  ranges: [number, number][];
}

/** In the order in which they are asked for a letter. Both come in pieces of some hundred letters. */
const families = [
  { name: 'Figtree', folder: '@fontsource-variable/figtree', file: 'figtree' },
  { name: 'NotoSansSC', folder: '@fontsource-variable/noto-sans-sc', file: 'noto-sans-sc' },
];

/** Drawn where no typeface has a letter. */
const missing = ['\u25A1', '\uFFFD', '?'];

const slices = readSlices();
const faces = new Map<string, Promise<Face>>();
const letterFaces = new Map<string, Promise<Face | null>>();

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

/** `U+0000-00FF,U+0131`, as style sheets write it. */
function readRanges(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/**
 * A piece as an ordinary TrueType font of one weight: fontkit reads no variable font that is
 * compressed.
 */
function openFace({ name, file }: Slice, weight: Weight): Promise<Face> {
  const key = `${name}-${weight}`;
  const known = faces.get(key);
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
      // All pieces of a family are called alike, and PDF readers and pdfkit tell fonts by that name.
      Object.defineProperty(font, 'postscriptName', { value: key });
      return { name: key, font };
    });
  faces.set(key, opened);
  return opened;
}

/** Which face draws a letter, once `loadFaces` has seen it. */
export interface Faces {
  /** The face, and the letter or what stands for it. */
  of: (letter: string, weight: Weight) => { face: Face; letter: string };
}

/** Opens what the texts need; what was opened stays open for the next paper. */
export async function loadFaces(texts: Iterable<string>, weights: Weight[]): Promise<Faces> {
  const letters = new Set(missing);
  for (const text of texts) for (const letter of text) letters.add(letter);
  const found = new Map<string, Face>();
  await Promise.all(
    weights.flatMap((weight) =>
      [...letters].map(async (letter) => {
        const face = await faceOf(letter, weight);
        if (face) found.set(`${weight}${letter}`, face);
      }),
    ),
  );
  return {
    of: (letter, weight) => {
      for (const drawn of [letter, ...missing]) {
        const face = found.get(`${weight}${drawn}`);
        if (face) return { face, letter: drawn };
      }
      throw new Error('no typeface at all');
    },
  };
}

function faceOf(letter: string, weight: Weight): Promise<Face | null> {
  const key = `${weight}${letter}`;
  const known = letterFaces.get(key);
  if (known) return known;
  const sought = findFace(letter.codePointAt(0) ?? 0, weight);
  letterFaces.set(key, sought);
  return sought;
}

async function findFace(code: number, weight: Weight): Promise<Face | null> {
  for (const slice of await slices) {
    if (!slice.ranges.some(([first, last]) => first <= code && code <= last)) continue;
    const face = await openFace(slice, weight);
    if (face.font.hasGlyphForCodePoint(code)) return face;
  }
  return null;
}
