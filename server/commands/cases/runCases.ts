import { parseArgs } from 'node:util';
import type { Clock } from '../../clock.ts';
import { answerReport, ReportAnswer, ReportError } from '../../modules/support/answerReport.ts';
import type { Settings } from '../../settings/settings.ts';
import { runAndAnnounce } from '../runAndAnnounce.ts';
import {
  noCommand,
  onDatabase,
  parsed,
  runCommand,
  UsageError,
  type Command,
  type Terminal,
} from '../runCommand.ts';
import { help } from './help.ts';
import { listCases } from './listCases.ts';

export interface CasesContext extends Terminal {
  settings: Pick<Settings, 'databaseUrl'>;
  clock: Clock;
}

/** Runs one command. @returns the exit code: 1 if it failed, 2 if the command is unknown. */
export function runCases(args: readonly string[], context: CasesContext): Promise<number> {
  return runCommand(args, { help, commandOf, explained: [ReportError] }, context);
}

function commandOf(name: string | undefined, args: string[]): Command<CasesContext> {
  const { values, positionals } = parsed(() =>
    parseArgs({
      args,
      options: { text: { type: 'string' }, all: { type: 'boolean', default: false } },
      allowPositionals: true,
    }),
  );
  const { text, all } = values;
  switch (name) {
    case 'list':
      refuse(positionals.length > 0 || text !== undefined, 'list takes only --all.');
      return onDatabase((db) => listCases(db, all));
    case 'answer':
      refuse(all, 'answer takes one case.');
      return answer(positionals, text);
    default:
      throw noCommand(name);
  }
}

function answer(
  [number, ...others]: readonly string[],
  text: string | undefined,
): Command<CasesContext> {
  if (!number || others.length > 0) throw new UsageError('answer takes one case.');
  const words = ReportAnswer.safeParse(text);
  if (!words.success) throw new UsageError('--text must be plain text of at most 2000 characters.');
  const name = number.toUpperCase();
  return onDatabase(async (db, context) => {
    const { isRepeated } = await runAndAnnounce(db, context, (work) =>
      answerReport(work, name, words.data),
    );
    return `Case ${name}: ${isRepeated ? 'the rider got this answer before' : 'the rider is notified'}.\n`;
  });
}

function refuse(wrong: boolean, message: string): void {
  if (wrong) throw new UsageError(message);
}
