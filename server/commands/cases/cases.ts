import type { Clock } from '../../clock.ts';
import { answerReport, ReportAnswer, ReportError } from '../../modules/support/answerReport.ts';
import type { Settings } from '../../settings/settings.ts';
import { runAndAnnounce } from '../runAndAnnounce.ts';
import {
  onDatabase,
  readArgs,
  refuse,
  UsageError,
  type Command,
  type Program,
  type Terminal,
} from '../runCommand.ts';
import { help } from './help.ts';
import { listCases } from './listCases.ts';

export interface CasesContext extends Terminal {
  settings: Pick<Settings, 'databaseUrl'>;
  clock: Clock;
}

export const cases: Program<CasesContext> = {
  help,
  explained: [ReportError],
  commands: {
    list(args) {
      const { positionals, text, all } = read(args);
      refuse(positionals.length > 0 || text !== undefined, 'list takes only --all.');
      return onDatabase((db) => listCases(db, all));
    },
    answer(args) {
      const { positionals, text, all } = read(args);
      refuse(all, 'answer takes one case.');
      return answer(positionals, text);
    },
  },
};

const read = (args: string[]) =>
  readArgs(args, { text: { type: 'string' }, all: { type: 'boolean', default: false } });

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
