import { z } from 'zod';

const SystemFailure = z.object({ code: z.string() });

/** Returns the outermost error that has a code, such as a failure of the operating system that other errors wrap. */
function failureOf(error: unknown): z.infer<typeof SystemFailure> | undefined {
  const failure = SystemFailure.safeParse(error).data;
  return failure ?? (error instanceof Error && error.cause ? failureOf(error.cause) : undefined);
}

/**
 * Explains to the operator why a command failed. The result is null for an unexpected error, and empty
 * if the operator needs no message.
 */
export function explainFailure(error: unknown): string | null {
  const failure = failureOf(error);
  switch (failure?.code) {
    case 'EPIPE':
      // The program that reads the output has closed the pipe.
      return '';
    default:
      return null;
  }
}
