import { z } from 'zod';
import { previewPicture } from '../../../contract/rules/app/previewPicture.ts';
import { loadTypefaces, type Typefaces, type Weight } from '../documents/typefaces.ts';
import { colors } from '../documents/textStyles.ts';

/** The texts of the picture of a station. */
export const CardTexts = z.object({
  brand: z.string(),
  name: z.string(),
  address: z.string(),
  price: z.string(),
});
export type CardTexts = z.infer<typeof CardTexts>;

const { width, height } = previewPicture;
const left = 80;
/** The picture also shows a slot with a charger, to the right of the texts. */
const textWidth = 760;

interface Style {
  size: number;
  weight: Weight;
  color: string;
  /** The maximum number of lines. The last line ends with an ellipsis if the text is longer. */
  lines: number;
}

const styles = {
  brand: { size: 34, weight: 700, color: colors.ink, lines: 1 },
  name: { size: 76, weight: 700, color: colors.ink, lines: 2 },
  address: { size: 38, weight: 400, color: colors.quiet, lines: 2 },
  price: { size: 38, weight: 700, color: colors.ink, lines: 2 },
} as const satisfies Record<keyof CardTexts, Style>;

/** Draws the picture of a station as SVG. The letters are paths, so that no font must be installed. */
export async function drawCard(texts: CardTexts): Promise<string> {
  const typefaces = await loadTypefaces([...Object.values(texts), '…'], [400, 700]);
  let y = 96;
  const parts = [draw(typefaces, texts.brand, styles.brand, y)];
  y = 210;
  for (const part of ['name', 'address', 'price'] as const) {
    const style = styles[part];
    for (const line of wrap(typefaces, texts[part], style)) {
      y += style.size;
      parts.push(draw(typefaces, line, style, y));
      y += style.size * 0.25;
    }
    y += 20;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path fill="${colors.spark}" d="M0 0h${width}v${height}H0z"/>
<rect x="40" y="140" width="${width - 80}" height="450" rx="56" fill="#fff" stroke="${colors.ink}" stroke-width="10"/>
<g stroke="${colors.ink}" stroke-width="12">
<rect x="930" y="60" width="170" height="430" rx="85" fill="#fff"/>
<rect x="962" y="180" width="106" height="278" rx="53" fill="${colors.spark}"/>
</g>
${parts.join('\n')}
</svg>`;
}

interface Glyph {
  path: string;
  /** The width of the letter, in units of the text size. */
  advance: number;
  scale: number;
}

function glyphOf(typefaces: Typefaces, letter: string, weight: Weight): Glyph {
  const { typeface, letter: drawn } = typefaces.of(letter, weight);
  const glyph = typeface.font.glyphForCodePoint(drawn.codePointAt(0) ?? 0);
  const scale = 1 / typeface.font.unitsPerEm;
  return { path: glyph.path.toSVG(), advance: glyph.advanceWidth * scale, scale };
}

function widthOf(typefaces: Typefaces, text: string, { size, weight }: Style): number {
  let sum = 0;
  for (const letter of text) sum += glyphOf(typefaces, letter, weight).advance * size;
  return sum;
}

/** Breaks a text into lines, between words and between Chinese characters. */
function wrap(typefaces: Typefaces, text: string, style: Style): string[] {
  const words = text.match(/\p{Script=Han}\p{P}*|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? [];
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line + word;
    if (line !== '' && widthOf(typefaces, longer.trimEnd(), style) > textWidth) {
      lines.push(line.trimEnd());
      line = word;
    } else line = longer;
  }
  lines.push(line.trimEnd());
  const shown = lines.slice(0, style.lines);
  const isCut = lines.length > shown.length;
  return shown.map((one, index) => fit(typefaces, one, style, isCut && index === shown.length - 1));
}

/**
 * Shortens a line with an ellipsis if the line is too wide, or if the text continues after the last allowed line
 * (`isCut`).
 */
function fit(typefaces: Typefaces, line: string, style: Style, isCut: boolean): string {
  if (!isCut && widthOf(typefaces, line, style) <= textWidth) return line;
  const letters = Array.from(line);
  while (letters.length > 0 && widthOf(typefaces, `${letters.join('')}…`, style) > textWidth) {
    letters.pop();
  }
  return `${letters.join('').trimEnd()}…`;
}

function draw(typefaces: Typefaces, text: string, style: Style, y: number): string {
  let x = left;
  const paths: string[] = [];
  for (const letter of text) {
    const { path, advance, scale } = glyphOf(typefaces, letter, style.weight);
    const zoom = scale * style.size;
    if (path !== '') {
      paths.push(
        `<path transform="translate(${x.toFixed(1)} ${y}) scale(${zoom} ${-zoom})" d="${path}"/>`,
      );
    }
    x += advance * style.size;
  }
  return `<g fill="${style.color}">${paths.join('')}</g>`;
}
