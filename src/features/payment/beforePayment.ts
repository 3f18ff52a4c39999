import { createContext } from 'react';
import type { apiErrorCode } from '../../api/apiError.ts';

/**
 * A function that must succeed before the first payment request: it opens a session for a guest. A rider already has a
 * session. Resolves to the code of the error, or to null after a success.
 */
export const BeforePayment = createContext<() => Promise<ReturnType<typeof apiErrorCode> | null>>(
  async () => null,
);
