import { FileError } from '../../modules/network/import/entry.ts';
import { RefusedError } from '../runCommand.ts';
import { NewFile } from '../stations/newFile.ts';
import { downloadFile, type OpsContext } from './opsClient.ts';

/**
 * Saves a file of the server as a new file on this machine. If the download fails, there is no file.
 *
 * @throws {RefusedError} if the file exists or cannot be written, or as `downloadFile` does.
 */
export async function saveFile(
  context: OpsContext,
  path: string,
  { as, file }: { as?: string | undefined; file: string },
): Promise<void> {
  const saved = await createFile(file);
  try {
    for await (const part of downloadFile(context, path, as)) await saved.write(part);
    await saved.finish();
  } catch (error) {
    await saved.discard();
    throw error;
  }
}

/** @throws {RefusedError} if the file exists or cannot be written. */
export async function createFile(path: string, mode?: number): Promise<NewFile> {
  try {
    return await NewFile.create(path, mode);
  } catch (error) {
    if (error instanceof FileError) throw new RefusedError(error.message);
    throw error;
  }
}
