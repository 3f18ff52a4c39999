import { z } from 'zod';
import { FolderInUseError } from '../db/folderGuard.ts';

const SystemFailure = z.object({ code: z.string(), message: z.string() });

/** What lies under an error, however many put their own words round it. */
function failureOf(error: unknown): z.infer<typeof SystemFailure> | undefined {
  const failure = SystemFailure.safeParse(error).data;
  return failure ?? (error instanceof Error && error.cause ? failureOf(error.cause) : undefined);
}

/**
 * Why a command could not do it, for the operator; null for what nobody expected, empty where there
 * is nothing to say.
 */
export function explainFailure(error: unknown): string | null {
  if (error instanceof FolderInUseError) return error.message;
  const failure = failureOf(error);
  switch (failure?.code) {
    case 'EPIPE':
      // Whoever read the output has seen enough.
      return '';
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return 'The database does not answer at DATABASE_URL.';
    // Unknown name, wrong password, no such database.
    case '28000':
    case '28P01':
    case '3D000':
      return `The database at DATABASE_URL refuses: ${failure.message}.`;
    default:
      return null;
  }
}
