import type { Command, Program, Terminal } from './runCommand.ts';

/**
 * A command under its former name. It works as before, but first prints the new name. The new name goes to the standard
 * error output, so that the standard output stays the same for scripts.
 */
export function formerCommand<T extends Terminal>(
  program: Program<T>,
  { former, present }: { former: string; present: string },
): Program<T> {
  const commands = Object.entries(program.commands).map(
    ([name, read]): [string, Program<T>['commands'][string]] => [
      name,
      async (args) => announced(await read(args)),
    ],
  );
  return { ...program, commands: Object.fromEntries(commands) };

  function announced(command: Command<T>): Command<T> {
    return (context) => {
      context.stderr.write(
        `npm run ${former} is now npm run ops -- ${present}, and the next version removes it.\n`,
      );
      return command(context);
    };
  }
}
