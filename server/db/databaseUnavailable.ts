import { z } from 'zod';

/** Codes of Node and PostgreSQL for connection failures and shut-downs. */
const codes = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|08\w{3}|57P0[123]|53300)$/;

const Failure = z.object({ code: z.string() });

/** Whether an error means that the database is currently unreachable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return codes.test(Failure.safeParse(error).data?.code ?? '');
}
