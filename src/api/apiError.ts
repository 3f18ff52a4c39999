import type { ErrorCode } from '../../contract/errors.ts';

/** What every endpoint rejects with. `status` is 0 and `code` `network` where no answer came. */
export interface ApiError {
  status: number;
  code: ErrorCode | 'network';
  /** Whole seconds after which the same call may be made again. */
  retryAfter?: number;
  /** The open or unpaid order that stands in the way. */
  orderId?: string;
  /** Fields that were refused, such as `body.phone`. */
  fields?: string[];
}

// Spelled out instead of imported as a value: the contract's modules bring zod along. The compiler
// keeps the two lists equal.
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
  tooManyRequests: true,
  serverError: true,
  paymentProviderUnavailable: true,
  campaignNotFound: true,
  campaignNotStarted: true,
  campaignSoldOut: true,
  campaignNotForYou: true,
  campaignClaimed: true,
  campaignEnded: true,
  unavailable: true,
};

/** What an older server may say of a call that it does not know yet. */
const unknownCall: ReadonlySet<string> = new Set<ErrorCode>(['notFound', 'invalidInput']);

/**
 * While servers are replaced one by one, a new app may reach an old one: what that does not know is
 * there in a moment, and a read asks again.
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
 * The error in a problem document. A code from a newer server counts as the general one of its
 * class, so that an old app still says something true.
 */
export function readProblem(status: number, body: unknown): ApiError {
  const problem = isRecord(body) ? body : {};
  const { code, retryAfter, orderId, fields } = problem;
  const fallback: ErrorCode =
    status === 401
      ? 'signInRequired'
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

/** The code of whatever a query or mutation rejected with; `serverError` for a bug of our own. */
export function apiErrorCode(error: unknown): ErrorCode | 'network' {
  return isApiError(error) ? error.code : 'serverError';
}
