import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { captureOutput } from '../../testing/captureOutput.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import { runCommand, type Program } from '../runCommand.ts';

/** Runs a command that calls the server at this address, and returns its exit code and output. */
export function runWith(
  program: Program<OpsContext & { settings: { publicUrl: string } }>,
  args: readonly string[],
  url: string,
) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url }, publicUrl: url };
  return captureOutput((streams) => runCommand(args, program, { settings, ...streams }));
}

/** Runs `npm run ops` as Mia. A change gets a reason. */
export function runOps(ops: Program<OpsContext>, args: readonly string[], url: string) {
  const [, verb = ''] = args;
  const isRead = ['', 'list', 'export'].includes(verb);
  return runWith(ops, [...args, ...(isRead ? [] : ['--why', 'a test']), '--as', 'mia'], url);
}

/**
 * Makes a temporary folder. The returned function `write` writes a file into this folder: it writes
 * text and bytes as they are, and any other value as JSON.
 */
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
