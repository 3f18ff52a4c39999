import { z } from 'zod';
import { FolderInUseError } from '../db/folderGuard.ts';

const SystemFailure = z.object({ code: z.string(), message: z.string() });

/** The innermost cause of an error, however many errors wrap it. */
function failureOf(error: unknown): z.infer<typeof SystemFailure> | undefined {
  const failure = SystemFailure.safeParse(error).data;
  return failure ?? (error instanceof Error && error.cause ? failureOf(error.cause) : undefined);
}

/**
 * Why a command failed, for the operator; null for an unexpected error, empty if no message is
 * needed.
 */
export function explainFailure(error: unknown): string | null {
  if (error instanceof FolderInUseError) return error.message;
  const failure = failureOf(error);
  switch (failure?.code) {
    case 'EPIPE':
      // The reader of the output has closed the pipe.
      return '';
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return 'The database does not answer at DATABASE_URL.';
    // Unknown user, wrong password, unknown database.
    case '28000':
    case '28P01':
    case '3D000':
      return `The database at DATABASE_URL refuses the connection: ${failure.message}.`;
    default:
      return null;
  }
}
