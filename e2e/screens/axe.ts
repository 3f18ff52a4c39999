import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * The rules that depend on colours. All other rules depend only on the elements and their layout, which `formOf`
 * returns.
 */
const colourRules = ['color-contrast', 'link-in-text-block'];

const packageOf = createRequire(import.meta.resolve('@axe-core/playwright'));
/**
 * The minified source is half as long as the default source, which saves time because axe runs on
 * hundreds of screens.
 */
const source = readFileSync(packageOf.resolve('axe-core/axe.min.js'), 'utf8');
const sourceOnce = `if (window.axe === undefined) { ${source} }`;

export interface Finding {
  rule: string;
  nodes: string[];
}

/** Returns the violations that axe finds on the current page, with all rules or only with the `colourRules`. */
export async function axeFindings(page: Page, what: 'all' | 'colours'): Promise<Finding[]> {
  const { violations } = await builderFor(page, await loadAxe(page), what).analyze();
  return violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
  }));
}

/**
 * Returns the script that the builder must run in each frame. If the page has no frames, this
 * function itself loads axe into the page, unless the page already contains axe.
 */
async function loadAxe(page: Page): Promise<string> {
  if (page.frames().length > 1) return sourceOnce;
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(source);
  // The builder always runs a script. An empty script avoids a second copy of axe.
  return 'void 0';
}

function builderFor(page: Page, axeSource: string, what: 'all' | 'colours'): AxeBuilder {
  const builder = new AxeBuilder({ page, axeSource })
    // Omit the nodes without findings.
    .options({ resultTypes: ['violations'] })
    // With several frames, axe needs a second page to combine the findings.
    .setLegacyMode(page.frames().length === 1);
  return what === 'all' ? builder.withTags(tags) : builder.withRules(colourRules);
}

/**
 * Returns the elements of the screen with their positions and visibility. The results of axe depend only on these data
 * and on the colours. Therefore, if the data of two screens are equal, the second screen needs only the `colourRules`.
 */
export function formOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const properties = [
      'display',
      'visibility',
      'opacity',
      'position',
      'z-index',
      'overflow-x',
      'overflow-y',
      'clip-path',
      'pointer-events',
      'font-size',
      'font-weight',
      'text-decoration-line',
    ];
    const parts = [
      document.documentElement,
      // Omit the images of the base map. A theme changes the images, but not their positions.
      ...document.querySelectorAll('body, body *:not(.leaflet-tile-pane, .leaflet-tile-pane *)'),
    ];
    const lines = parts.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const seen = properties.map((property) => style.getPropertyValue(property));
      const [tag] = /^<[^>]*>/.exec(element.outerHTML) ?? [];
      const texts = [...element.childNodes].map((node) =>
        node.nodeType === Node.TEXT_NODE ? node.textContent : '·',
      );
      return [tag, texts.join(''), x, y, width, height, ...seen].join(' ');
    });
    return [document.title, innerWidth, innerHeight, ...lines].join('\n');
  });
}
