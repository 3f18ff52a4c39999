import type { Browser, BrowserContext } from 'playwright/test';
import { z } from 'zod';
import { expect } from '../../support/fixtures.ts';
import { type Figure, atMost } from './report.ts';
import { phone } from './visit.ts';

/** In milliseconds. A longer task delays a tap noticeably. */
const longMs = 50;

const TraceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /**
   * `ts`, `dur` and `tdur` are in microseconds. `tdur` is the time on the processor, without the
   * time in which other programs ran.
   */
  ts: z.number(),
  dur: z.number().default(0),
  tdur: z.number().optional(),
  args: z
    .looseObject({
      name: z.string().optional(),
      data: z
        .looseObject({
          url: z.string().optional(),
          functionName: z.string().optional(),
          type: z.string().optional(),
          documentLoaderURL: z.string().optional(),
        })
        .optional(),
    })
    .default({}),
});
type TraceEvent = z.infer<typeof TraceEvent>;

/**
 * A task of the main thread that took too long. `cause` names the parts of the task that took most
 * of the time.
 */
interface LongTask {
  ms: number;
  /** Milliseconds from the start of the navigation. */
  at: number;
  cause: string;
}

const parts = new Set([
  'EvaluateScript',
  'v8.evaluateModule',
  'v8.compile',
  'v8.compileModule',
  'FunctionCall',
  'FireAnimationFrame',
  'TimerFire',
  'EventDispatch',
  'RunMicrotasks',
  'Layout',
  'UpdateLayoutTree',
  'ParseHTML',
  'Paint',
  'PrePaint',
  'Layerize',
  'Commit',
  'MajorGC',
  'MinorGC',
  'Decode Image',
]);

function nameOf({ name, args: { data } }: TraceEvent): string {
  const file = data?.url?.replace(/^.*\//, '') ?? '';
  return [name, data?.functionName, data?.type, file].filter(Boolean).join(' ');
}

/**
 * Returns the long tasks of a trace that the browser recorded while it opened `url`. Returns null if the trace does not
 * contain this navigation.
 */
function longTasks(trace: readonly TraceEvent[], url: string): LongTask[] | null {
  const opened = trace.find(
    ({ name, args: { data } }) =>
      (name === 'navigationStart' && data?.documentLoaderURL === url) ||
      // A new process may begin to record after the start of the navigation.
      (name === 'CommitLoad' && data?.url === url),
  );
  if (opened === undefined) return null;
  const { pid, ts: start } = opened;
  const main = trace.find(
    (event) =>
      event.pid === pid && event.name === 'thread_name' && event.args.name === 'CrRendererMain',
  );
  const own = trace.filter(
    (event) => event.ph === 'X' && event.pid === pid && event.tid === main?.tid,
  );
  const tasks = own.filter(({ name, ts }) => name.endsWith('RunTask') && ts >= start);
  return tasks
    .filter(
      (task, index) =>
        cpuMs(task) > longMs &&
        // If two tasks have the same time range, the first one counts as the outer task.
        !tasks.some(
          (outer, at) =>
            at !== index && contains(outer, task) && (at < index || !contains(task, outer)),
        ),
    )
    .map((task) => {
      const causes = own
        .filter((event) => parts.has(event.name) && contains(task, event))
        .filter((event) => cpuMs(event) > cpuMs(task) / 5)
        .toSorted((a, b) => cpuMs(b) - cpuMs(a))
        .slice(0, 4)
        .map((event) => `${nameOf(event)} ${Math.round(cpuMs(event))}`);
      return {
        ms: Math.round(cpuMs(task)),
        at: Math.round((task.ts - start) / 1000),
        cause: causes.join(', ') || 'unknown',
      };
    });
}

const cpuMs = ({ dur, tdur = dur }: TraceEvent): number => tdur / 1000;

const contains = (outer: TraceEvent, inner: TraceEvent): boolean =>
  outer.ts <= inner.ts && inner.ts + inner.dur <= outer.ts + outer.dur;

/**
 * Records a trace. Tries up to three times, because the start of the navigation may be missing while the machine is
 * busy.
 */
async function record(browser: Browser, url: string): Promise<LongTask[]> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const context = await phone(browser);
    try {
      const tasks = longTasks(await trace(context, url), url);
      if (tasks !== null) return tasks;
    } finally {
      await context.close();
    }
  }
  throw new Error('No trace contains the navigation');
}

/** Records the browser until the map of the app is complete. */
async function trace(context: BrowserContext, url: string): Promise<TraceEvent[]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...z.array(TraceEvent).parse(value));
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'blink.user_timing',
        'v8',
        'toplevel',
      ],
    },
  });
  await page.goto(url);
  await expect(page.locator('.leaflet-container')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.first-map')).toHaveCount(0, { timeout: 30_000 });
  const complete = new Promise((resolve) => {
    session.once('Tracing.tracingComplete', resolve);
  });
  await session.send('Tracing.end');
  await complete;
  return events;
}

/**
 * Counts the tasks of the main thread that take more than 50 ms before the map is complete. The
 * processor runs at a quarter of its speed.
 */
export async function tasks(
  browser: Browser,
  addresses: Readonly<Record<'home' | 'linked', string>>,
  rounds: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, url] of Object.entries(addresses)) {
    const counts: number[] = [];
    const longest: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const found = await record(browser, url);
      counts.push(found.length);
      longest.push(Math.max(0, ...found.map(({ ms }) => ms)));
      for (const { ms, at, cause } of found) {
        process.stdout.write(`${name}: ${ms} ms at ${at} ms: ${cause}\n`);
      }
    }
    figures.push(
      atMost(`${name}: tasks above ${longMs} ms`, counts, 0),
      atMost(`${name}: longest task`, longest, longMs, 'ms'),
    );
  }
  return figures;
}
