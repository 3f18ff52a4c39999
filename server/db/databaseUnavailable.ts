import { z } from 'zod';

/** The codes with which Node and PostgreSQL report failed connections and shut-downs. */
const codes = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|08\w{3}|57P0[123]|53300)$/;

const Failure = z.object({ code: z.string() });

/**
 * Whether an error means that this process lost its connection to the database, or could not open
 * one.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return codes.test(Failure.safeParse(error).data?.code ?? '');
}
