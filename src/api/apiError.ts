import type { ErrorCode } from '../../contract/errors.ts';

/** The error of every endpoint. Without an answer, `status` is 0 and `code` is `network`. */
export interface ApiError {
  status: number;
  code: ErrorCode | 'network';
  /** Seconds until the same call may be repeated. */
  retryAfter?: number;
  /** The open or unpaid order that prevents the call. */
  orderId?: string;
  /** The puzzle of `challengeNeeded`. */
  challenge?: string;
  /** Rejected fields, such as `body.phone`. */
  fields?: string[];
}

// The codes are listed here and not imported as a value, because the modules of the contract load
// zod. The compiler checks that this list equals the one of the contract.
const codes: Record<ErrorCode, true> = {
  invalidInput: true,
  phoneInvalid: true,
  idempotencyKeyRequired: true,
  signInRequired: true,
  paymentDeclined: true,
  insufficientFunds: true,
  goCashInsufficient: true,
  cardRequired: true,
  topUpNotFound: true,
  notDisputable: true,
  notRefundable: true,
  methodInUse: true,
  defaultRequired: true,
  couponInvalid: true,
  inviteUnknown: true,
  inviteOwn: true,
  inviteUsed: true,
  inviteForNewRiders: true,
  inviteExpired: true,
  amountNotOffered: true,
  cardExpired: true,
  forbidden: true,
  countryNotServed: true,
  notFound: true,
  stationNotFound: true,
  orderNotFound: true,
  paymentMethodNotFound: true,
  watchNotFound: true,
  notificationNotFound: true,
  birthDateInvalid: true,
  tooYoung: true,
  sessionNotFound: true,
  holdOpen: true,
  phoneTaken: true,
  identityTaken: true,
  lastSignIn: true,
  signInPending: true,
  imageInvalid: true,
  signInCancelled: true,
  signInFailed: true,
  providerUnavailable: true,
  ongoingOrder: true,
  ejectUnclear: true,
  unpaidOrder: true,
  noChargers: true,
  stationOffline: true,
  notPayable: true,
  paymentInProgress: true,
  requestInProgress: true,
  codeExpired: true,
  payloadTooLarge: true,
  codeWrong: true,
  codeExhausted: true,
  cardRejected: true,
  idempotencyKeyReused: true,
  priceChanged: true,
  pushEndpointRefused: true,
  updateRequired: true,
  cardsPaused: true,
  challengeNeeded: true,
  tooManyRequests: true,
  serverError: true,
  accountFrozen: true,
  accountLocked: true,
  proofNeeded: true,
  refundLater: true,
  paymentProviderUnavailable: true,
  campaignNotFound: true,
  campaignNotStarted: true,
  campaignSoldOut: true,
  campaignNotForYou: true,
  campaignClaimed: true,
  campaignEnded: true,
  unavailable: true,
};

/** The codes with which an older server answers a call that it does not support yet. */
const unknownCall: ReadonlySet<string> = new Set<ErrorCode>(['notFound', 'invalidInput']);

/**
 * During a rolling deployment, a new app may reach an old server. If that does not support a call, the
 * error counts as temporary, so that reads are retried.
 */
export function ofServer(error: ApiError, version: string | null): ApiError {
  const isBehind =
    version !== null && version.localeCompare(__APP_VERSION__, 'en', { numeric: true }) < 0;
  return isBehind && unknownCall.has(error.code) ? { status: 503, code: 'unavailable' } : error;
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(codes, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Reads the error from a problem document. A code that this app does not know (from a newer server)
 * becomes the general code of its HTTP status.
 */
export function readProblem(status: number, body: unknown): ApiError {
  const problem = isRecord(body) ? body : {};
  const { code, retryAfter, orderId, fields, challenge } = problem;
  const fallback: ErrorCode =
    status === 401
      ? 'signInRequired'
      : status === 403
        ? 'forbidden'
        : status === 404
          ? 'notFound'
          : status === 426
            ? 'updateRequired'
            : status === 429
              ? 'tooManyRequests'
              : status >= 502
                ? 'unavailable'
                : status >= 500
                  ? 'serverError'
                  : 'invalidInput';
  return {
    status,
    code: isErrorCode(code) ? code : fallback,
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof orderId === 'string' && { orderId }),
    ...(typeof challenge === 'string' && { challenge }),
    ...(Array.isArray(fields) && {
      fields: fields.filter((field): field is string => typeof field === 'string'),
    }),
  };
}

export function isApiError(error: unknown): error is ApiError {
  return (
    isRecord(error) &&
    typeof error['status'] === 'number' &&
    (error['code'] === 'network' || isErrorCode(error['code']))
  );
}

/** The error code of a failed query or mutation; `serverError` for a bug in the app. */
export function apiErrorCode(error: unknown): ErrorCode | 'network' {
  return isApiError(error) ? error.code : 'serverError';
}
