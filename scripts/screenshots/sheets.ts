import path from 'node:path';
import sharp from 'sharp';

/** The pictures of one screen in one size, with a row for each theme and a column for each language. */
export interface Sheet {
  /** Such as `360x640-order-history`. */
  name: string;
  /** The files, by row and column; null for a missing file. */
  files: (string | null)[][];
}

const languages = ['en', 'es', 'zh-CN'];
const themes = ['light', 'black'];
const gap = 16;

/** Groups pictures into sheets. The name of a picture has the form `360x640-order-history-en-light.png`. */
export function sheetsOf(files: readonly string[]): Sheet[] {
  const name = new RegExp(`^(.+)-(?:${languages.join('|')})-(?:${themes.join('|')})\\.png$`);
  const names = new Set(files.flatMap((file) => name.exec(file)?.[1] ?? []));
  return [...names].toSorted().map((sheet) => ({
    name: sheet,
    files: themes.map((theme) =>
      languages
        .map((language) => `${sheet}-${language}-${theme}.png`)
        .map((file) => (files.includes(file) ? file : null)),
    ),
  }));
}

/** Writes the sheet as one picture. */
export async function writeSheet({ name, files }: Sheet, from: string, to: string): Promise<void> {
  const first = files.flat().find((file) => file !== null);
  if (first == null) return;
  const { width, height } = await sharp(path.join(from, first)).metadata();
  const columns = Math.max(...files.map((row) => row.length));
  const place = (count: number, size: number) => gap + count * (size + gap);
  await sharp({
    create: {
      width: place(columns, width),
      height: place(files.length, height),
      channels: 3,
      background: '#8a8a8a',
    },
  })
    .composite(
      files.flatMap((row, rowIndex) =>
        row.flatMap((file, column) =>
          file === null
            ? []
            : [
                {
                  input: path.join(from, file),
                  left: place(column, width),
                  top: place(rowIndex, height),
                },
              ],
        ),
      ),
    )
    .png()
    .toFile(path.join(to, `${name}.png`));
}
