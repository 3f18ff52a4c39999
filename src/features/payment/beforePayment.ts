import { createContext } from 'react';
import type { apiErrorCode } from '../../api/apiError.ts';

/**
 * What must succeed before the first payment request. A guest gets a session here, and a rider has one. Resolves
 * to the error, or to null.
 */
export const BeforePayment = createContext<() => Promise<ReturnType<typeof apiErrorCode> | null>>(
  async () => null,
);
