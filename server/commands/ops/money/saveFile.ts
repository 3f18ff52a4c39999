import { open, type FileHandle } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { RefusedError } from '../../runCommand.ts';
import { downloadFile, type OpsContext } from '../opsClient.ts';

/**
 * Saves a file of the server as a new file on this machine.
 *
 * @throws {RefusedError} if the file exists or cannot be written, or if the server refuses the call.
 */
export async function saveFile(
  context: OpsContext,
  path: string,
  { as, file }: { as?: string | undefined; file: string },
): Promise<void> {
  const stream = (await openNew(file)).createWriteStream();
  await downloadFile(context, path, { as, to: stream });
  await finished(stream.end());
}

/** Opens a new file, so that nobody loses another one. */
async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RefusedError(`The file cannot be written: ${reason}.`);
  }
}
