import { readFileSync } from 'node:fs';

const tokens = new URL('../../../src/ui/tokens.css', import.meta.url);

/** The colours of the light theme, as `#rrggbb`, by the names of their CSS variables. */
function brandColours(): ReadonlyMap<string, string> {
  const css = readFileSync(tokens, 'utf8');
  const light = /:root \{([^}]*)\}/.exec(css)?.[1] ?? '';
  return new Map(
    [...light.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', colour = '']) => [
      name,
      colour,
    ]),
  );
}

/** Returns the colour of this name. Throws if the name is unknown, which is a bug. */
export function brandColour(name: string): string {
  const colour = brandColours().get(name);
  if (colour === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return colour;
}
