import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { SettingsError } from '../../../settings/settingsError.ts';
import type { GazetteerItem } from './items.ts';
import { readFeature } from './readFeature.ts';

/** The highest size of a file. In memory, the content needs about four times this size. */
const mostBytes = 200 * 1024 * 1024;
/** The character before each JSON text in a sequence (RFC 7464). */
const recordSeparator = '\u001E';
const longestLine = 1024 * 1024;

/**
 * Reads the places of a file of line-delimited GeoJSON (RFC 8142, with or without record separators).
 *
 * @throws {SettingsError} if the file is unreadable, too large or empty, or has an invalid line.
 */
export async function readGazetteerFile(file: string): Promise<GazetteerItem[]> {
  await refuseUnsafe(file);
  const items: GazetteerItem[] = [];
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    number += 1;
    const text = (line.startsWith(recordSeparator) ? line.slice(1) : line).trim();
    if (text === '') continue;
    const feature = text.length > longestLine ? { problem: 'too long' } : readFeature(text);
    if ('problem' in feature) fail(`line ${number}: ${feature.problem}`);
    items.push(...feature.items);
  }
  if (items.length === 0) fail('contains no place with a name');
  return items;
}

async function refuseUnsafe(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) fail('cannot be read');
  if (found.size > mostBytes) fail(`is larger than ${mostBytes / 1024 / 1024} MB`);
}

/** The message contains neither the path nor the text of the line, so that the log does not contain them. */
function fail(problem: string): never {
  throw new SettingsError(`GAZETTEER_FILE: ${problem}.`);
}
