import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../src', import.meta.url));

/**
 * Returns a function that names the classes of CSS modules. A name consists of the class's own name
 * and the number of the style sheet. The number is the same in each build. The default names
 * contain a hash and a line number, which do not compress.
 */
export function classNames(): (name: string, file: string) => string {
  const sheets = globSync('**/*.module.css', { cwd: folder }).sort();
  const numbers = new Map(sheets.map((sheet, index) => [path.join(folder, sheet), index]));
  return (name, file) => {
    // A style sheet that is created while Vite runs gets the next number.
    const number = numbers.get(file) ?? numbers.size;
    numbers.set(file, number);
    return `_${name}_${number.toString(36)}`;
  };
}
