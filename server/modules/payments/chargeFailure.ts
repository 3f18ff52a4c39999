import type { ErrorCode } from '../../../contract/errors.ts';
import type { DeclineReason } from '../../providers/payments/provider.ts';

/** The reason of a declined charge, as the app shows it to the rider. */
export function chargeFailureOf(reason: DeclineReason): ErrorCode {
  switch (reason) {
    case 'insufficientFunds':
      return 'insufficientFunds';
    case 'expired':
      return 'cardExpired';
    case 'declined':
    case 'authenticationFailed':
    case 'invalidCard':
      return 'paymentDeclined';
  }
}
