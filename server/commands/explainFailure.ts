import { z } from 'zod';
import { FolderInUseError } from '../db/folderGuard.ts';

const SystemFailure = z.object({ code: z.string(), message: z.string() });

/** The innermost cause of an error that other errors may wrap. */
function failureOf(error: unknown): z.infer<typeof SystemFailure> | undefined {
  const failure = SystemFailure.safeParse(error).data;
  return failure ?? (error instanceof Error && error.cause ? failureOf(error.cause) : undefined);
}

/**
 * Explains to the operator why a command failed. The result is null for an unexpected error, and empty
 * if the operator needs no message.
 */
export function explainFailure(error: unknown): string | null {
  if (error instanceof FolderInUseError) return error.message;
  const failure = failureOf(error);
  switch (failure?.code) {
    case 'EPIPE':
      // The program that reads the output has closed the pipe.
      return '';
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return 'The database does not answer at DATABASE_URL.';
    // The user is unknown, the password is wrong, or the database is unknown.
    case '28000':
    case '28P01':
    case '3D000':
      return `The database at DATABASE_URL refuses the connection: ${failure.message}.`;
    default:
      return null;
  }
}
