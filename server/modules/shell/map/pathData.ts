import type { Pixel } from '../../../../contract/rules/places/mercator.ts';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Line = readonly Pixel[];

/** The number of drawing units per pixel. Half pixels are precise enough for streets. */
export const unitsPerPixel = 2;

/**
 * The tolerance of the simplification, in units. A point is removed if its distance from the simpler line is at most
 * this value.
 */
const tolerance = 0.75;

/** The parts of a line that are in the box. */
export function clipLine(line: Line, box: Box): Pixel[][] {
  const parts: Pixel[][] = [];
  let part: Pixel[] = [];
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (!from) continue;
    const inside = clipSegment(from, to, box);
    if (inside === null) continue;
    const last = part.at(-1);
    if (last && isSame(last, inside[0])) part.push(inside[1]);
    else parts.push((part = [...inside]));
  }
  return parts;
}

/** Clips a segment by the algorithm of Liang and Barsky. */
function clipSegment(from: Pixel, to: Pixel, box: Box): [Pixel, Pixel] | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  for (const [step, room] of [
    [-dx, from.x - box.left],
    [dx, box.right - from.x],
    [-dy, from.y - box.top],
    [dy, box.bottom - from.y],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step === 0) continue;
    if (step < 0) start = Math.max(start, room / step);
    else end = Math.min(end, room / step);
  }
  if (start > end) return null;
  const at = (share: number) => ({ x: from.x + share * dx, y: from.y + share * dy });
  return [start === 0 ? from : at(start), end === 1 ? to : at(end)];
}

/** The part of a ring that is in the box, by the algorithm of Sutherland and Hodgman. */
export function clipRing(ring: Line, box: Box): Pixel[] {
  const depths: ((point: Pixel) => number)[] = [
    ({ x }) => x - box.left,
    ({ x }) => box.right - x,
    ({ y }) => y - box.top,
    ({ y }) => box.bottom - y,
  ];
  return depths.reduce<Pixel[]>(
    (points, depth) =>
      points.flatMap((to, index) => {
        const from = points.at(index - 1) ?? to;
        const [before, after] = [depth(from), depth(to)];
        const inside = after < 0 ? [] : [to];
        if (before < 0 === after < 0) return inside;
        const share = before / (before - after);
        return [
          { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) },
          ...inside,
        ];
      }),
    [...ring],
  );
}

const toUnits = ({ x, y }: Pixel): Pixel => ({
  x: Math.round(x * unitsPerPixel),
  y: Math.round(y * unitsPerPixel),
});

const isSame = (a: Pixel, b: Pixel) => a.x === b.x && a.y === b.y;

/** Removes points that do not visibly change the line, with the algorithm of Douglas and Peucker. */
function simplify(line: Line): Pixel[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let [farthest, most] = [0, 0];
  for (let index = 1; index < line.length - 1; index++) {
    const point = line[index];
    const away = point ? distance(point, first, last) : 0;
    if (away > most) [farthest, most] = [index, away];
  }
  if (most <= tolerance) return [first, last];
  return [...simplify(line.slice(0, farthest + 1)), ...simplify(line.slice(farthest)).slice(1)];
}

/** The distance of a point from a segment. */
function distance(point: Pixel, from: Pixel, to: Pixel): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}

/**
 * The SVG path of lines. It joins lines that meet at their ends, because joined lines need fewer bytes.
 *
 * @param shortest the length in pixels below which joined lines are left out.
 */
export function linesPath(lines: readonly Line[], shortest = 0): string {
  const drawn = lines
    .map((line) => simplify(line.map(toUnits)))
    .filter(([first, ...others]) => first && others.some((point) => !isSame(point, first)));
  return joined(drawn)
    .filter((line) => lengthOf(line) >= shortest * unitsPerPixel)
    .map(lineText)
    .join('');
}

export function ringsPath(rings: readonly Line[]): string {
  return rings
    .map((ring) => simplify(ring.map(toUnits)))
    .filter((ring) => Math.abs(area(ring)) >= 4)
    .map((ring) => {
      const [first] = ring;
      const isClosed = first !== undefined && isSame(first, ring.at(-1) ?? first);
      return `${lineText(isClosed ? ring.slice(0, -1) : ring)}z`;
    })
    .join('');
}

function lengthOf(line: Line): number {
  return line.reduce((sum, to, index) => {
    const from = line[index - 1] ?? to;
    return sum + Math.hypot(to.x - from.x, to.y - from.y);
  }, 0);
}

function area(ring: Line): number {
  let sum = 0;
  for (const [index, to] of ring.entries()) {
    const from = ring.at(index - 1) ?? to;
    sum += from.x * to.y - to.x * from.y;
  }
  return sum / 2;
}

function joined(lines: readonly Line[]): Line[] {
  const open = new Map<string, Pixel[]>();
  const found = new Set<Pixel[]>();
  const keyOf = ({ x, y }: Pixel) => `${x},${y}`;
  const ends = (line: Line) => [line[0], line.at(-1)].flatMap((end) => (end ? keyOf(end) : []));
  const close = (line: Pixel[]) => {
    for (const end of ends(line)) if (open.get(end) === line) open.delete(end);
    found.delete(line);
  };
  const add = (line: Pixel[]) => {
    found.add(line);
    for (const end of ends(line)) open.set(end, line);
  };
  for (const next of lines) {
    let line = [...next];
    for (const [index, end] of ends(line).entries()) {
      const other = open.get(end);
      if (!other) continue;
      close(other);
      // Reverse the lines if necessary, so that the other line ends where this line begins.
      const before = index === 0 ? line : line.toReversed();
      const isReversed = ends(other).at(-1) !== end;
      line = [...(isReversed ? other.toReversed() : other), ...before.slice(1)];
    }
    add(line);
  }
  return [...found];
}

/** The line as text, with relative steps, because they have fewer digits. */
function lineText(line: Line): string {
  const [first, ...others] = line;
  if (!first) return '';
  let at = first;
  let text = `M${first.x}${signed(first.y)}`;
  let command = '';
  for (const point of others) {
    const [dx, dy] = [point.x - at.x, point.y - at.y];
    at = point;
    const step = dx === 0 ? 'v' : dy === 0 ? 'h' : 'l';
    const numbers = dx === 0 ? `${dy}` : dy === 0 ? `${dx}` : `${dx}${signed(dy)}`;
    const separator = numbers.startsWith('-') ? '' : ' ';
    text += (step === command ? separator : step) + numbers;
    command = step;
  }
  return text;
}

/** The text of a number after another number. A minus sign needs no space before it. */
const signed = (value: number): string => (value < 0 ? `${value}` : ` ${value}`);
