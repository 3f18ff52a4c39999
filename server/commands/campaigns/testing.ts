import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../clock.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { runCommand, type Program } from '../runCommand.ts';
import type { CampaignContext } from './context.ts';

interface TestContext {
  open: () => Promise<OpenDatabase>;
  clock: Clock;
  publicUrl?: string;
}

/** Runs a command as its process would, and returns its exit code and output. */
export function runWith(
  program: Program<CampaignContext>,
  args: readonly string[],
  { open, clock, publicUrl = 'https://rent.example.com' }: TestContext,
) {
  const settings = { currency: 'USD', publicUrl };
  return captureOutput((streams) =>
    runCommand(args, program, { settings, open, clock, ...streams }),
  );
}

/** A temporary folder, and a function that writes JSON, or text and bytes as they are, into it. */
export async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'campaigns-'));
  const write = async (name: string, content: unknown): Promise<string> => {
    const file = path.join(folder, name);
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(file, isText ? content : JSON.stringify(content));
    return file;
  };
  return { folder, write };
}
