import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../clock.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import type { CampaignContext } from './context.ts';

interface TestContext {
  open: () => Promise<OpenDatabase>;
  clock: Clock;
  publicUrl?: string;
}

/** Runs a command as its process would, and answers its exit code and output. */
export function runWith(
  run: (args: readonly string[], context: CampaignContext) => Promise<number>,
  args: readonly string[],
  { open, clock, publicUrl = 'https://rent.example.com' }: TestContext,
) {
  return captureOutput((streams) =>
    run(args, { currency: 'USD', publicUrl, open, clock, ...streams }),
  );
}

/** A temporary folder, and a function that writes JSON or invalid text into it. */
export async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'campaigns-'));
  const write = async (name: string, content: unknown): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  return { folder, write };
}
