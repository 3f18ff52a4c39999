import { describe, expect, test } from 'vitest';
import page from '../../index.html?raw';
import { canvasColours } from '../lib/device/theme.ts';
import appColours from './appColours.css?raw';
import tokens from './tokens.css?raw';

const starts = import.meta.glob<string>('../app/start/savedAppearance.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

type Colours = Record<string, string>;

function declarations(selector: string): Colours {
  const blocks = [tokens, appColours].map((css) => {
    const start = css.indexOf(`${selector} {`);
    expect(start, selector).toBeGreaterThan(-1);
    return css.slice(start, css.indexOf('}\n', start));
  });
  return Object.fromEntries(
    [...blocks.join('').matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

function luminance(colour: string | undefined): number {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(colour ?? '') ?? [];
  const [r = 0, g = 0, b = 0] = [red, green, blue]
    .map((channel) => Number.parseInt(channel ?? '', 16) / 255)
    .map((channel) => (channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Each text colour, followed by its backgrounds. WCAG 1.4.3 requires a contrast between them. */
const text: readonly (readonly [string, ...string[]])[] = [
  ['ink', 'canvas', 'surface', 'sunken', 'charge-bg', 'due-bg', 'danger-bg', 'info-bg'],
  ['ink-2', 'canvas', 'surface', 'sunken'],
  ['ink-3', 'canvas', 'surface', 'sunken'],
  ['on-spark', 'spark', 'spark-hover'],
  ['spark-text', 'canvas', 'surface'],
  ['on-action', 'action', 'action-hover'],
  ['link', 'canvas', 'surface', 'info-bg'],
  ['charge', 'canvas', 'surface', 'charge-bg'],
  ['due', 'canvas', 'surface', 'due-bg'],
  ['danger', 'canvas', 'surface', 'danger-bg'],
];

/**
 * Each colour of an icon, of the focus ring or of the edge of a control, followed by its
 * backgrounds (WCAG 1.4.11).
 */
const edges: typeof text = [
  ['control', 'canvas', 'surface', 'sunken'],
  ['focus', 'canvas', 'surface'],
  ['spark-edge', 'canvas', 'surface'],
  ['charge', 'canvas', 'surface', 'sunken'],
  ['danger', 'canvas', 'surface'],
];

const light = declarations(':root');
const black = declarations(":root[data-theme='black']");

describe.each([
  ['light', light],
  ['black', black],
])('the %s theme', (_, colours) => {
  test.each(text)('%s is readable', (name, ...grounds) => {
    for (const ground of grounds) {
      expect(contrast(colours[name], colours[ground]), `on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(edges)('%s is visible', (name, ...grounds) => {
    for (const ground of grounds) {
      expect(contrast(colours[name], colours[ground]), `on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
});

test('no disabled control is faded, because its state is information', () => {
  const styles = import.meta.glob<string>('../**/*.css', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const faded = Object.entries(styles).filter(([, css]) => /:disabled[^}]*opacity/.test(css));
  expect(faded.map(([file]) => file)).toEqual([]);
});

test('the black theme defines every colour that the light theme defines', () => {
  const colour = /^#/;
  const names = (colours: Colours) =>
    Object.keys(colours).filter((name) => colour.test(colours[name] ?? ''));
  expect(names(black)).toEqual(names(light));
});

test('the dark scheme of the device uses the black theme', () => {
  expect(declarations(':root:not([data-theme])')).toEqual(black);
});

test('the bars of the browser have the colour of the canvas', () => {
  expect(light['canvas']).toBe(canvasColours.light.toLowerCase());
  expect(black['canvas']).toBe(canvasColours.black.toLowerCase());
  // Before the app runs, the HTML and the start script use these colours.
  for (const [scheme, colour] of Object.entries({
    light: canvasColours.light,
    dark: canvasColours.black,
  })) {
    expect(page).toContain(`content="${colour}" media="(prefers-color-scheme: ${scheme})"`);
    expect(Object.values(starts)).toEqual([expect.stringContaining(`'${colour}'`)]);
  }
});
