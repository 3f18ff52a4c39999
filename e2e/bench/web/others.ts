import { type Run, runLighthouse } from './lighthouse.ts';
import { median } from './report.ts';

/** The names and addresses of the apps that are compared. */
export type Apps = ReadonlyMap<string, string>;

/** Reads `name=url,name=url`. */
export function readApps(text: string): Apps {
  return new Map(
    text.split(',').map((entry) => {
      const [name, ...url] = entry.split('=');
      if (!name || !URL.canParse(url.join('=')))
        throw new Error(`Not a name and address: ${entry}`);
      return [name, url.join('=')];
    }),
  );
}

const kib = (bytes: number) => bytes / 1024;

/** The figures of a run. Requests to other servers are counted separately, because they may fail. */
function figures(url: string, run: Run): Record<string, number> {
  const { origin } = new URL(url);
  const requests = run.requests.filter((request) => /^https?:/.test(request.url));
  const own = requests.filter((request) => new URL(request.url).origin === origin);
  const sum = (some: typeof own) =>
    kib(some.reduce((all, { transferSize }) => all + transferSize, 0));
  return {
    score: run.scores['performance'] ?? NaN,
    'first paint, ms': run.fcp,
    'largest paint, ms': run.lcp,
    'Speed Index, ms': run.speedIndex,
    'blocking, ms': run.tbt,
    'layout shift': run.cls,
    requests: own.length,
    'to others': requests.length - own.length,
    KiB: sum(own),
    'JavaScript, KiB': sum(own.filter(({ resourceType }) => resourceType === 'Script')),
  };
}

/**
 * Audits apps with Lighthouse in turns, and returns a table. Each cell contains the median, and in
 * brackets the lowest and the highest value if they differ.
 */
export async function compare(
  apps: Apps,
  rounds: number,
  throttling: 'simulate' | 'devtools',
): Promise<string> {
  const all = new Map<string, Record<string, number>[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, url] of apps) {
      const found = figures(url, await runLighthouse(url, throttling));
      all.set(name, [...(all.get(name) ?? []), found]);
      process.stdout.write(`${throttling} ${name}: ${JSON.stringify(found)}\n`);
    }
  }
  const rows = [...all].map(([name, runs]) => [
    name,
    ...Object.keys(runs[0] ?? {}).map((figure) => cell(runs.map((run) => run[figure] ?? NaN))),
  ]);
  const head = [throttling, ...Object.keys([...all.values()][0]?.[0] ?? {})];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cell(values: readonly number[]): string {
  const text = (value: number) => String(value < 10 ? Number(value.toFixed(3)) : Math.round(value));
  const [least, most] = [text(Math.min(...values)), text(Math.max(...values))];
  return least === most ? least : `${text(median(values))} (${least} – ${most})`;
}
