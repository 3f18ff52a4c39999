import { readFile } from 'node:fs/promises';
import { NewNews } from '../../modules/notifications/publishNews.ts';
import { RefusedError } from '../runCommand.ts';

/**
 * Reads and checks the file of news.
 *
 * @throws {RefusedError} that names each wrong field, or if the file cannot be read or is not JSON.
 */
export async function readNews(file: string): Promise<NewNews> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new RefusedError(`${file} cannot be read: ${error.code ?? error.message}.`);
  });
  const result = NewNews.safeParse(parseJson(text, file));
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    ({ path, message }) => `${file}: ${path.join('.') || 'the file'}: ${message}`,
  );
  throw new RefusedError(lines.join('\n'));
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new RefusedError(`${file} is not JSON: ${error.message}.`);
    throw error;
  }
}
