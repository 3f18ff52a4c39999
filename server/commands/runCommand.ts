import type { Writable } from 'node:stream';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { explainFailure } from './explainFailure.ts';

export interface Terminal {
  stdout: Writable;
  stderr: Writable;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The text to print, and the exit code; without a code, it is 0. */
type Output = string | { text: string; exitCode: number };

/** Runs the command, and returns its output. */
export type Command<T extends Terminal> = (context: T) => Promise<Output>;

export interface Program<T extends Terminal> {
  help: string;
  /**
   * The commands by name. A call only reads the arguments, and for some commands the file that an argument names. It
   * returns a function that runs the command.
   *
   * @throws {UsageError} if the arguments are invalid.
   */
  commands: Record<string, (args: string[]) => Command<T> | Promise<Command<T>>>;
  /**
   * Errors whose `message` explains to the operator why the command failed. `RefusedError` is always such
   * an error.
   */
  explained?: readonly (abstract new (...args: never[]) => Error)[];
}

/** The command line is invalid; `message` has the reason. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command is valid, but the program cannot carry it out; `message` has the reason. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Returns the only positional argument. @throws {UsageError} with this message if there is none, or more than one. */
export function onlyOne([first, ...others]: readonly string[], message: string): string {
  if (first === undefined || others.length > 0) throw new UsageError(message);
  return first;
}

/** The output of `--json`. */
export function jsonText(answer: object): string {
  return `${JSON.stringify(answer, null, 2)}\n`;
}

/**
 * Runs one command. Rethrows an error for which there is no explanation.
 *
 * @returns the exit code: 0 for the help, 2 if the command line is invalid, 1 if the command failed for an explained
 *   reason, 0 if the reader of the output closed the pipe, and otherwise the exit code of the output.
 */
export async function runCommand<T extends Terminal>(
  args: readonly string[],
  { help, commands, explained = [] }: Program<T>,
  context: T,
): Promise<number> {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      context.stdout.write(help);
      return 0;
    }
    const [name = '', ...rest] = args;
    const read = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!read) {
      throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
    }
    const command = await read(rest);
    const output = await command(context);
    const { text, exitCode } = typeof output === 'string' ? { text: output, exitCode: 0 } : output;
    context.stdout.write(text);
    return exitCode;
  } catch (error) {
    if (error instanceof UsageError) {
      context.stderr.write(`${error.message}\n\n${help}`);
      return 2;
    }
    const isExplained =
      error instanceof Error && [RefusedError, ...explained].some((kind) => error instanceof kind);
    const message = isExplained ? error.message : explainFailure(error);
    if (message === null) throw error;
    if (message !== '') context.stderr.write(`${message}\n`);
    return message === '' ? 0 : 1;
  }
}

export function refuse(isWrong: boolean, message: string): void {
  if (isWrong) throw new UsageError(message);
}

/** Reads options and positional arguments. @throws {UsageError} if an option is invalid. */
export function readArgs<const T extends Options>(args: string[], options: T) {
  const { values, positionals } = parsed(() =>
    parseArgs({ args, options, allowPositionals: true }),
  );
  return { ...values, positionals };
}

/** Reads options. @throws {UsageError} if an option is invalid. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
}
