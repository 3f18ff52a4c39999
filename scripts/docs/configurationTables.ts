import { readFile, writeFile } from 'node:fs/promises';
import { Environment } from '../../server/settings/settings.ts';
import {
  variableGroups,
  type VariableGroup,
  type VariableMeaning,
} from '../../server/settings/meanings.ts';

const file = new URL('../../docs/configuration.md', import.meta.url);
/** Matches the text before the first group of settings. People write this text by hand. */
const handWritten = /^[\s\S]*?(?=^## )/m;

/**
 * Returns the default of a variable as a parsed value, for example a number or a boolean. Returns undefined if the
 * variable has no default.
 */
export function schemaDefault(name: string): unknown {
  const schema = Object.entries(Environment.shape).find(([key]) => key === name)?.[1];
  if (!schema) throw new Error(`The server has no variable ${name}.`);
  const parsed = schema.safeParse(undefined);
  return parsed.success ? parsed.data : undefined;
}

function defaultText(name: string, { default: text }: VariableMeaning): string {
  if (text !== undefined) return text;
  const value = schemaDefault(name);
  if (value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? '`1`' : '`0`';
  if (typeof value === 'string' || typeof value === 'number') return `\`${value}\``;
  throw new Error(`The default of ${name} is structured: describe it in words.`);
}

/** Formats a Markdown table as oxfmt does: all cells of a column have the width of its longest cell. */
function table(header: string[], rows: string[][]): string {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const padded = [header, ...rows].map((row) =>
    line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))),
  );
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [padded[0], rule, ...padded.slice(1)].join('\n');
}

function section({ title, variables }: VariableGroup): string {
  const rows = Object.entries(variables).map(([name, variable]) => [
    `\`${name}\``,
    defaultText(name, variable),
    variable.isSecret ? 'yes' : '',
    variable.meaning,
  ]);
  return `## ${title}\n\n${table(['Variable', 'Default', 'Secret', 'Meaning'], rows)}\n`;
}

/**
 * Returns the page with its hand-written introduction, and with tables that are generated from the
 * settings.
 */
export function withTables(page: string): string {
  const beginning = handWritten.exec(page)?.[0] ?? page;
  return beginning + variableGroups.map(section).join('\n');
}

if (import.meta.main) await writeFile(file, withTables(await readFile(file, 'utf8')));
