import lighthouse from 'lighthouse';
import { chromium } from 'playwright/test';
import { launchOptions } from '../../support/chromium.ts';
import { freePorts } from '../../support/product.ts';

/** What one run says of a page; times in milliseconds, scores of 100. */
export interface Run {
  scores: Record<string, number>;
  /** Audits that cost points, by name. */
  failed: string[];
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  bytes: number;
}

/**
 * Higher than the phone that Lighthouse plays, with the window's own bars: what lies below the window's
 * edge is never painted, and the largest paint would wait for the next thing that is.
 */
const windowSize = '500,1100';

/**
 * Lighthouse as it judges a phone, in a browser that has seen nothing yet.
 *
 * @param throttling `simulate` computes what a slow phone would need, `devtools` slows down this one
 */
export async function runLighthouse(
  url: string,
  throttling: 'simulate' | 'devtools',
): Promise<Run> {
  const [port] = await freePorts();
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
    if (!result) throw new Error('Lighthouse has nothing to say');
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
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      bytes: value('total-byte-weight'),
    };
  } finally {
    await browser.close();
  }
}
