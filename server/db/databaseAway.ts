import { z } from 'zod';

/** Connection failures and shut-downs, by Node's and PostgreSQL's codes. */
const codes = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|08\w{3}|57P0[123]|53300)$/;

const Failure = z.object({ code: z.string() });

/** Whether an error means that the database cannot be reached at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  return codes.test(Failure.safeParse(error).data?.code ?? '');
}
