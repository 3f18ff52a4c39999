import { UsageError } from '../../runCommand.ts';

/** The common options of a change whose other options another function reads. */
interface Common {
  rest: string[];
  why: string | undefined;
  as: string | undefined;
  json: boolean;
}

/** Separates `--why`, `--as` and `--json` from the other arguments. */
export function takeCommon(args: readonly string[]): Common {
  const common: Common = { rest: [], why: undefined, as: undefined, json: false };
  const left = args.values();
  for (const arg of left) {
    if (arg === '--json') common.json = true;
    else if (arg === '--why' || arg === '--as') {
      const { value, done } = left.next();
      if (done === true) throw new UsageError(`${arg} needs a value.`);
      common[arg === '--why' ? 'why' : 'as'] = value;
    } else common.rest.push(arg);
  }
  return common;
}
