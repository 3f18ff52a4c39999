import { type Run, runLighthouse } from './lighthouse.ts';
import { type Figure, against, atLeast, atMost, reportNoise, median } from './report.ts';

/** The addresses that Lighthouse audits. Each round audits them in this order. */
export interface Addresses {
  /** The hand-written page. */
  written: string;
  home: string;
  linked: string;
}

type Runs = Record<keyof Addresses, Run[]>;

async function inTurns(
  addresses: Addresses,
  rounds: number,
  throttling: 'simulate' | 'devtools',
): Promise<Runs> {
  const all: Runs = { written: [], home: [], linked: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, own] of Object.entries(all)) {
      const url = Object.entries(addresses).find(([key]) => key === name)?.[1];
      if (url === undefined) throw new Error(name);
      const run = await runLighthouse(url, throttling);
      own.push(run);
      const times = [run.fcp, run.lcp, run.speedIndex, run.tbt].map(Math.round).join(', ');
      process.stdout.write(
        `${throttling} ${name}: first and largest paint, Speed Index, blocking ${times} ms\n`,
      );
    }
  }
  return all;
}

const ours = [
  ['home', '/home'],
  ['linked', 'deep link'],
] as const;

/** Runs the audits. Repeats them once if the times of the static page vary too much. */
async function inQuietTurns(...given: Parameters<typeof inTurns>): Promise<Runs> {
  const all = await inTurns(...given);
  const paints = all.written.map(({ fcp }) => fcp);
  return reportNoise(given[2], paints) ? inTurns(...given) : all;
}

const first = ({ fcp }: Run) => fcp;
const largest = ({ lcp }: Run) => lcp;
const index = ({ speedIndex }: Run) => speedIndex;

/** Measures the scores, the simulated times, the layout shift and the blocking time. */
export async function audit(addresses: Addresses, rounds: number): Promise<Figure[]> {
  const all = await inQuietTurns(addresses, rounds, 'simulate');
  for (const [name, runs] of Object.entries(all)) {
    const kib = (median(runs.map(({ bytes }) => bytes)) / 1024).toFixed(1);
    const failed = new Set(runs.flatMap((run) => run.failed));
    process.stdout.write(
      `${name}: ${kib} KiB fetched; audits that cost points: ${[...failed].join(', ') || 'none'}\n`,
    );
    const moved = runs.flatMap((run) => run.moved);
    if (moved.length > 0) process.stdout.write(`${name}: moved: ${moved.join(', ')}\n`);
  }
  return ours.flatMap(([name, title]) => {
    const runs = all[name];
    return [
      ...Object.keys(runs[0]?.scores ?? {}).map((category) =>
        atLeast(
          `${title}: Lighthouse, ${category}`,
          runs.map(({ scores }) => scores[category] ?? 0),
          100,
        ),
      ),
      against(`${title}: Speed Index, simulated`, runs.map(index), all.written.map(index), 1.3),
      against(
        `${title}: largest paint, simulated`,
        runs.map(largest),
        all.written.map(largest),
        1.1,
      ),
      atMost(
        `${title}: layout shift`,
        runs.map(({ cls }) => cls),
        0,
      ),
      atMost(
        `${title}: blocking time`,
        runs.map(({ tbt }) => tbt),
        50,
        'ms',
      ),
    ];
  });
}

/**
 * Measures the first paint, the largest paint and the Speed Index in a browser that is really
 * slowed down.
 */
export async function paints(addresses: Addresses, rounds: number): Promise<Figure[]> {
  const all = await inQuietTurns(addresses, rounds, 'devtools');
  const times = (name: keyof Addresses, pick: (run: Run) => number) => all[name].map(pick);
  return ours.flatMap(([name, title]) => [
    against(`${title}: first paint`, times(name, first), times('written', first), 1.05),
    against(`${title}: largest paint`, times(name, largest), times('written', largest), 1.1),
    against(`${title}: Speed Index`, times(name, index), times('written', index), 1.3),
  ]);
}
