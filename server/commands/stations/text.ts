import { createReadStream } from 'node:fs';
import { FileError } from '../../modules/network/import/entry.ts';

const lostCharacter = '\uFFFD';

/**
 * Reads the text of a file in pieces, without its byte order mark.
 *
 * @throws {FileError} if the file cannot be read, is empty, or is not UTF-8.
 */
export async function* readText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: false });
  let line = 1;
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('expected bytes');
      if (isFirst) refuseUtf16(chunk);
      isFirst = false;
      const text = decoder.decode(chunk, { stream: true });
      refuseLost(text, line);
      line += countLines(text);
      yield text;
    }
  } catch (error) {
    throw readable(error, file);
  }
  if (isFirst) throw new FileError('The file is empty.');
  refuseLost(decoder.decode(), line);
}

function refuseUtf16(chunk: Buffer): void {
  const start = chunk.subarray(0, 2).toString('hex');
  // In UTF-16, half of the bytes of Latin text are zero. So the check for zeros also detects UTF-16
  // files without a byte order mark.
  if (start === 'fffe' || start === 'feff' || chunk.subarray(0, 4).includes(0)) {
    throw new FileError('The file is in UTF-16. Save it as UTF-8, and import that file.');
  }
}

function refuseLost(text: string, firstLine: number): void {
  const at = text.indexOf(lostCharacter);
  if (at < 0) return;
  const line = firstLine + countLines(text.slice(0, at));
  throw new FileError(
    `Line ${line} is not UTF-8, or has lost a character before. Save the file as UTF-8, and import that file.`,
  );
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function readable(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return new FileError(`There is no file ${file}.`);
  if (code === 'EISDIR') return new FileError(`${file} is a folder, not a file.`);
  if (code === 'EACCES' || code === 'EPERM') return new FileError(`No permission to read ${file}.`);
  return error;
}
