import lighthouse from 'lighthouse';
import { chromium } from 'playwright/test';
import { z } from 'zod';
import { launchOptions } from '../../support/chromium.ts';
import { freePort } from '../../../scripts/test/freePort.ts';

/** The results of one run for a page. Times are in milliseconds. Scores are from 0 to 100. */
export interface Run {
  scores: Record<string, number>;
  /** The names of the audits that reduce a score. Audits of the performance are not in the list. */
  failed: string[];
  fcp: number;
  lcp: number;
  /** The average time after which the visible parts of the page appear. */
  speedIndex: number;
  tbt: number;
  cls: number;
  /** For each layout shift, the element that moved most, with the score of the shift. */
  moved: string[];
  bytes: number;
  requests: Request[];
}

const Request = z.object({
  url: z.string(),
  resourceType: z.string().optional(),
  /** The bytes that arrived, with headers. */
  transferSize: z.number().default(0),
});
type Request = z.infer<typeof Request>;

const Requests = z.object({ items: z.array(Request) });

const Shift = z.object({
  score: z.number(),
  node: z.object({ selector: z.string() }).optional(),
});
const Shifts = z.object({ items: z.array(Shift).default([]) });

/**
 * The window must be larger than the simulated phone and the browser's toolbars together. Chromium
 * never paints below the edge of the window, so the measurement of the largest paint would wait
 * forever.
 */
const windowSize = '500,1100';

/**
 * Runs Lighthouse for a phone, in a browser with empty caches.
 *
 * @param throttling `simulate` computes the times of a slow phone. `devtools` really slows the
 *   browser down.
 */
export async function runLighthouse(
  url: string,
  throttling: 'simulate' | 'devtools',
): Promise<Run> {
  const port = await freePort();
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`, `--window-size=${windowSize}`],
  });
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      output: 'json',
      throttlingMethod: throttling,
      disableFullPageScreenshot: true,
      ...(throttling === 'devtools' && { onlyCategories: ['performance'] }),
    });
    if (!result) throw new Error('Lighthouse returned no result');
    const { audits, categories, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    const value = (audit: string) => {
      const found = audits[audit]?.numericValue;
      if (found === undefined) throw new Error(`${url}: no ${audit}`);
      return found;
    };
    const failed = Object.values(categories).flatMap(({ id, auditRefs }) =>
      auditRefs.flatMap(({ id: audit, weight }) => {
        const score = audits[audit]?.score;
        return id !== 'performance' && weight > 0 && typeof score === 'number' && score < 1
          ? [audit]
          : [];
      }),
    );
    return {
      scores: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
      ),
      failed,
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      speedIndex: value('speed-index'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      moved: Shifts.parse(audits['layout-shifts']?.details ?? {}).items.map(
        ({ score, node }) => `${node?.selector ?? 'an unknown element'} (${score.toFixed(3)})`,
      ),
      bytes: value('total-byte-weight'),
      requests: Requests.parse(audits['network-requests']?.details).items,
    };
  } finally {
    await browser.close();
  }
}
