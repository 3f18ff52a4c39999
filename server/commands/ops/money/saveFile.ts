import { NewFile } from '../../stations/newFile.ts';
import { downloadFile, type OpsContext } from '../opsClient.ts';

/**
 * Saves a file of the server as a new file on this machine. If the download fails, the incomplete
 * file is deleted.
 *
 * @throws {FileError} if the file exists or cannot be created; and the errors of `downloadFile`.
 */
export async function saveFile(
  context: OpsContext,
  path: string,
  { as, file }: { as?: string | undefined; file: string },
): Promise<void> {
  const saved = await NewFile.create(file);
  try {
    for await (const part of downloadFile(context, path, as)) await saved.write(part);
    await saved.finish();
  } catch (error) {
    await saved.discard();
    throw error;
  }
}
