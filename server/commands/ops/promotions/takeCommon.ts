import { parseArgs } from 'node:util';
import { readArgs } from '../../runCommand.ts';
import { change } from '../options.ts';

/**
 * Reads `--why`, `--as` and `--json`. Returns all other arguments as `rest`, which another function reads.
 *
 * @throws {UsageError} if `--why` or `--as` has no value.
 */
export function takeCommon(args: readonly string[]) {
  const { tokens } = parseArgs({ args, options: change, strict: false, tokens: true });
  const own = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(change, token.name)) continue;
    own.add(token.index);
    if (token.inlineValue === false) own.add(token.index + 1);
  }
  const { why, as, json } = readArgs(
    args.filter((_, index) => own.has(index)),
    change,
  );
  return { why, as, json, rest: args.filter((_, index) => !own.has(index)) };
}
