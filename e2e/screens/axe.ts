import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules among them whose answer depends on colours; every other one reads form alone. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const packageOf = createRequire(import.meta.resolve('@axe-core/playwright'));
/** Half as long as the one that is sent by default, which shows at hundreds of screens. */
const source = readFileSync(packageOf.resolve('axe-core/axe.min.js'), 'utf8');
const sourceOnce = `if (window.axe === undefined) { ${source} }`;

export interface Finding {
  rule: string;
  nodes: string[];
}

/** What axe finds on the page as it stands, all of it or what the colours alone bring about. */
export async function axeFindings(page: Page, what: 'all' | 'colours'): Promise<Finding[]> {
  const { violations } = await builderFor(page, await bring(page), what).analyze();
  return violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
  }));
}

/** Brings axe to a page that has not got it yet. Answers what its frames are to be brought. */
async function bring(page: Page): Promise<string> {
  if (page.frames().length > 1) return sourceOnce;
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(source);
  // The builder would send it twice for each run.
  return 'void 0';
}

function builderFor(page: Page, axeSource: string, what: 'all' | 'colours'): AxeBuilder {
  const builder = new AxeBuilder({ page, axeSource })
    // Of what is in order nobody needs every node.
    .options({ resultTypes: ['violations'] })
    // Otherwise a page is opened to put the findings of several frames together.
    .setLegacyMode(page.frames().length === 1);
  return what === 'all' ? builder.withTags(tags) : builder.withRules(colourRules);
}

/**
 * Everything but colours that a check may look at: what is there, where it is, and whether it is
 * seen. Two screens of the same form differ in what `colourRules` find, and in nothing else.
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
      // A theme has the ground under the stations painted anew: pictures, and the same ones.
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
