import { cases } from '../cases/cases.ts';
import { UsageError, type Program } from '../runCommand.ts';
import { help } from './help.ts';
import type { OpsContext } from './opsClient.ts';

export const ops: Program<OpsContext> = {
  help,
  commands: { cases: (args) => within(cases, 'cases', args) },
};

function within({ commands }: Program<OpsContext>, group: string, [name = '', ...rest]: string[]) {
  const read = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!read) throw new UsageError(`There is no command ${group} ${name}.`);
  return read(rest);
}
