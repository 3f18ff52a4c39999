import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cases } from '../cases/cases.ts';
import type { Program } from '../runCommand.ts';
import { help } from './help.ts';
import { ops } from './ops.ts';
import type { OpsContext } from './opsClient.ts';

type Commands = Program<OpsContext>['commands'];

/** The help describes these options once, for all commands. */
const common = ['as', 'json'];
/** For these commands, the help only refers to the help of other commands. */
const explainedElsewhere = /^(?:cases .+|campaigns create(?:-raffle)?)$/;

/** Returns the commands in a help text, such as `coupons list`, with the options of each command. */
function commandsIn(text: string, start: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const [commands = ''] = text.split(/\n\n(?! )/).filter((part) => part.includes(start));
  for (const part of commands.split(`  ${start}`).slice(1)) {
    const [, group = '', verbs = ''] = /^([\w-]+)(?: ([a-z|-]+)(?=\s))?/.exec(part) ?? [];
    const options = [...part.matchAll(/--(?!help\b)([a-z][a-z0-9-]*)/g)].map(
      ([, name = '']) => name,
    );
    for (const verb of verbs.split('|')) {
      const command = `${group} ${verb}`.trim();
      found.set(command, new Set([...(found.get(command) ?? []), ...options]));
    }
  }
  return found;
}

const knownOptions = new Set<string>();
beforeAll(async () => {
  for (const folder of ['.', '../cases', '../coupons']) {
    const path = join(import.meta.dirname, folder);
    for (const file of await readdir(path, { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const source = await readFile(join(path, file), 'utf8');
      const found = source.matchAll(/([a-z][a-z0-9-]*)'?: (?:text|flag|\{ (?:type|\.\.\.text))\b/g);
      for (const [, name = ''] of found) knownOptions.add(name);
    }
  }
});

/**
 * Returns whether a command has the option. The call only reads the options, and returns a
 * function. The test does not call this function, so the command has no effect.
 */
async function has(commands: Commands, command: string, option: string): Promise<boolean> {
  const [name = '', ...verb] = command.split(' ');
  try {
    const read = commands[name];
    if (!read) throw new Error(`There is no command ${name}.`);
    await read([...verb, `--${option}`, 'x']);
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.message.startsWith('There is no command')) throw error;
    return !error.message.startsWith(`Unknown option '--${option}'`);
  }
}

test.each<[string, string, Commands]>([
  ['npm run ops -- ', help, ops.commands],
  ['npm run cases -- ', cases.help, cases.commands],
])('the help of “%s” names every option of each command, and no other', async (start, text, of) => {
  const named = commandsIn(text, start);
  expect(named.size).toBeGreaterThan(5);
  for (const [command, options] of named) {
    // Some commands read only the common options, and treat all other words as names.
    const readsAll = await has(of, command, 'no-such-option');
    if ((of === ops.commands && explainedElsewhere.test(command)) || readsAll) continue;
    const all = [...new Set([...knownOptions, ...options])];
    const known = await Promise.all(all.map((option) => has(of, command, option)));
    const own = all.filter((option, index) => known[index] && !common.includes(option));
    expect(own.toSorted(), command).toEqual([...options].toSorted());
  }
});

test('the help names the commands that print no JSON', async () => {
  const without: string[] = [];
  for (const command of commandsIn(help, 'npm run ops -- ').keys()) {
    if (!(await has(ops.commands, command, 'json'))) without.push(command);
  }
  const [, list = ''] = /--json, except for ([^.]+)\./.exec(help) ?? [];
  const named = list.replace(/\s+/g, ' ').split(/, | and /);
  const isNamed = (command: string) =>
    named.includes(command) || named.includes(command.split(' ')[0] ?? '');
  expect(without.filter((command) => !isNamed(command))).toEqual([]);
  expect(named.filter((name) => !without.some((one) => one.startsWith(name)))).toEqual([]);
});
