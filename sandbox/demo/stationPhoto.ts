import type { DemoStation } from './demo.ts';

/** Returns the path at which the sandbox serves the photo of a station. */
export const demoPhotoPath = (id: string): string => `/sandbox/photos/${id}.svg`;

/**
 * The drawings of the room around the cabinet. The first pattern that matches the station's name
 * selects the drawing.
 */
const scenes: readonly [RegExp, (vary: number) => string][] = [
  [/hotel|hostel|lobby|court|station|garage|library/i, hall],
  [/theatre|cinema|hall|social/i, stage],
  [/pub|whistle|tap|bar\b|club|bells/i, bar],
  [/cafe|coffee|bakery|deli|kitchen|bistro|noodle|diner|grill|market/i, counter],
  [/./, shop],
];

const width = 640;
const height = 360;
const floorAt = 292;

/**
 * Draws the cabinet in its venue as a simple picture in the colours of the product. The picture has
 * a light and a dark version.
 */
export function drawStationPhoto({ id, name }: Pick<DemoStation, 'id' | 'name'>): string {
  const vary = varyOf(id);
  const scene = scenes.find(([words]) => words.test(name))?.[1] ?? shop;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<style>
.wall{fill:#ece8df}.back{fill:#f6f4ef}.floor{fill:#dad5c9}.line{stroke:#7d776a}.wood{fill:#c9c2b3}
.dark{fill:#4e535e}.leaf{fill:#0b6b41}.spark{fill:#ffc42e}.body{fill:#16181d}.slot{fill:#31353e}
.shade{fill:#16181d;opacity:.08}
@media (prefers-color-scheme:dark){.wall{fill:#2b2f38}.back{fill:#3b404b}.floor{fill:#3f4450}
.line{stroke:#9aa0ac}.wood{fill:#4e535e}.dark{fill:#babdc6}.body{fill:#f5f3ee}.slot{fill:#c9c2b3}
.leaf{fill:#62d89c}.shade{fill:#000;opacity:.4}}
</style>
${box(0, 0, width, height, 'wall')}
${box(0, floorAt, width, height - floorAt, 'floor')}
${scene(vary)}
${cabinet(cabinetAt(vary))}
</svg>`;
}

const varyOf = (id: string) => Number.parseInt(id, 36) % 997;
const cabinetAt = (vary: number) => (vary % 2 === 0 ? 408 : 96) + (vary % 9) * 4;

/** A blurred version of the drawing, as a data URL. The server can blur only photos, and not drawings. */
export function demoPhotoBlur(id: string): string {
  const x = Math.round(cabinetAt(varyOf(id)) / 10);
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 36'><style>.a{fill:#ece8df}.b{fill:#dad5c9}@media(prefers-color-scheme:dark){.a{fill:#2b2f38}.b{fill:#3f4450}.c{fill:#f5f3ee}}</style><filter id='f'><feGaussianBlur stdDeviation='3'/></filter><path class='a' d='M0 0h64v36H0z'/><g filter='url(#f)'><path class='b' d='M-9 29h82v19H-9z'/><path class='c' d='M${x} 12h11v18H${x}z'/></g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function box(x: number, y: number, w: number, h: number, look: string, radius = 0): string {
  return `<rect class="${look}" x="${x}" y="${y}" width="${w}" height="${h}" rx="${radius}"/>`;
}

function row(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/**
 * Draws a cabinet with eight slots in two columns. All slots look the same, because the counts of the station change.
 */
function cabinet(x: number): string {
  const y = 122;
  const pills = row(8, (index) => {
    const [left, top] = [x + 16 + (index % 2) * 42, y + 54 + Math.floor(index / 2) * 28];
    return box(left, top, 34, 18, 'slot', 9);
  });
  return [
    `<ellipse class="shade" cx="${x + 54}" cy="${floorAt + 8}" rx="74" ry="12"/>`,
    box(x, y, 108, floorAt - y + 6, 'body', 14),
    box(x + 16, y + 18, 76, 20, 'spark', 6),
    pills,
  ].join('');
}

function plant(x: number): string {
  return [
    `<path class="leaf" d="M${x} ${floorAt - 44}c-34-8-40-50-24-70 6 28 18 44 24 56 4-22 14-44 32-54 8 30-6 60-32 68z"/>`,
    box(x - 22, floorAt - 46, 44, 48, 'wood', 6),
  ].join('');
}

function lamps(from: number, count: number): string {
  return row(count, (index) => {
    const x = from + index * 84;
    return `<path class="line" d="M${x} 0v46" stroke-width="3"/><path class="spark" d="M${x - 22} 68a22 22 0 0 1 44 0z"/>`;
  });
}

/** Draws a shop window under a striped awning. */
function shop(vary: number): string {
  const stripes = row(8, (index) => {
    const look = index % 2 === 0 ? 'leaf' : 'back';
    return `<path class="${look}" d="M${40 + index * 70} 34h70v44a35 22 0 0 1-70 0z"/>`;
  });
  const shelves = row(3, (index) => {
    const goods = row(5, (one) => {
      const tall = 18 + ((vary + one * 13 + index * 7) % 24);
      const look = (one + index) % 3 === 0 ? 'spark' : 'wood';
      return box(262 + one * 26, 158 + index * 48 - tall, 18, tall, look, 3);
    });
    return `${goods}${box(252, 158 + index * 48, 140, 5, 'dark')}`;
  });
  return box(236, 104, 172, floorAt - 104, 'back', 6) + shelves + stripes;
}

/** Draws a counter with cups on it and lamps above it. */
function counter(vary: number): string {
  const x = vary % 2 === 0 ? 48 : 284;
  const cups = row(3, (index) => box(x + 40 + index * 44, 190, 24, 22, 'back', 5));
  return [
    box(x, 96, 300, 8, 'wood', 4),
    row(6, (index) => box(x + 16 + index * 46, 66, 26, 30, index % 2 ? 'wood' : 'spark', 6)),
    lamps(x + 60, 3),
    cups,
    box(x, 212, 300, 14, 'dark', 4),
    box(x + 12, 226, 276, floorAt - 226, 'wood'),
  ].join('');
}

/** Draws a bar with shelves of bottles behind it. */
function bar(vary: number): string {
  const x = vary % 2 === 0 ? 48 : 284;
  const shelf = (y: number) =>
    row(9, (index) => {
      const tall = 30 + ((vary + index * 17) % 16);
      const look = ['leaf', 'wood', 'spark'][(index + y) % 3] ?? 'wood';
      return box(x + 14 + index * 31, y - tall, 14, tall, look, 5);
    }) + box(x, y, 300, 6, 'dark', 3);
  const stools = row(3, (index) => {
    const left = x + 60 + index * 84;
    return `${box(left - 20, 250, 40, 8, 'dark', 4)}<path class="line" d="M${left} 258v40" stroke-width="5"/>`;
  });
  return shelf(84) + shelf(140) + box(x, 206, 300, floorAt - 206, 'wood', 6) + stools;
}

/** Draws an entrance hall with a double door, a plant and lamps. */
function hall(vary: number): string {
  const x = vary % 2 === 0 ? 70 : 330;
  return [
    box(x, 60, 210, floorAt - 60, 'wood', 8),
    box(x + 12, 72, 88, floorAt - 72, 'back', 4),
    box(x + 110, 72, 88, floorAt - 72, 'back', 4),
    box(x + 88, 176, 5, 34, 'dark', 2),
    box(x + 117, 176, 5, 34, 'dark', 2),
    plant(x + 250),
    lamps(x + 20, 3),
  ].join('');
}

/** Draws a curtain under a row of lights. */
function stage(vary: number): string {
  const x = vary % 2 === 0 ? 40 : 276;
  const folds = row(8, (index) =>
    box(x + index * 40, 76, 38, 196, index % 2 ? 'wood' : 'back', 16),
  );
  const lights = row(9, (index) => `<circle class="spark" cx="${x + index * 40}" cy="52" r="8"/>`);
  return (
    folds + box(x - 16, 40, 352, 24, 'dark', 12) + lights + box(x - 16, 272, 352, 22, 'wood', 4)
  );
}
