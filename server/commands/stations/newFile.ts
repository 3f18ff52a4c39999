import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { FileError } from '../../modules/network/import/entry.ts';

/** A new file that is written in pieces. Call `discard` to delete it, for example if the command fails. */
export class NewFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #isFinished = false;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /**
   * Creates the file. An existing file is never overwritten, because it may be the only copy of its content.
   *
   * @throws {FileError} if the file exists or cannot be created.
   */
  static async create(path: string, mode = 0o666): Promise<NewFile> {
    try {
      return new NewFile(path, await open(path, 'wx', mode));
    } catch (error) {
      throw notWritable(error, path);
    }
  }

  async write(part: string | Uint8Array): Promise<void> {
    await this.#handle.appendFile(part);
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** Flushes the file to the disk, and closes it. */
  async finish(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    this.#isFinished = true;
  }

  async discard(): Promise<void> {
    // After `finish`, the file is already closed. Closing it again has no effect.
    await this.#handle.close();
    await rm(this.#path, { force: true });
  }
}

/** Replaces the file in one step, so that no reader sees an incomplete file. */
export async function replaceFile(
  path: string,
  text: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const unfinished = `${path}.unfinished-${process.pid}`;
  const file = await NewFile.create(unfinished).catch((error: unknown) => {
    throw error instanceof FileError
      ? new FileError(error.message.replace(unfinished, path))
      : error;
  });
  try {
    for await (const part of text) await file.write(part);
    await file.finish();
    await rename(unfinished, path).catch((error: unknown) => {
      throw notWritable(error, path);
    });
  } catch (error) {
    await file.discard();
    throw error;
  }
}

function notWritable(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  switch (code) {
    case 'EEXIST':
      return new FileError(`${path} exists already. Give another file name, or move the file.`);
    case 'EISDIR':
      return new FileError(`${path} is a folder, not a file.`);
    case 'ENOENT':
    case 'ENOTDIR':
      return new FileError(`The folder of ${path} does not exist.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new FileError(`No permission to write ${path}.`);
    case 'ENOSPC':
      return new FileError(`There is no space left for ${path}.`);
    default:
      return error;
  }
}
