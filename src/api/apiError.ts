import type { ErrorCode } from '../../contract/errors.ts';

/** The error of every endpoint. Without an answer, `status` is 0 and `code` is `network`. */
export interface ApiError {
  status: number;
  code: ErrorCode | 'network';
  /** Seconds after which the app may send the same request again. */
  retryAfter?: number;
  /** The open or unpaid order that prevents the call. */
  orderId?: string;
  /** How many slots of the station are free (`slotsFree`). */
  freeSlots?: number;
  /** The challenge that the app must solve before the next try (`challengeNeeded`). */
  challenge?: string;
  /** Rejected fields, such as `body.phone`. */
  fields?: string[];
}

// This file repeats the codes of the contract, because the modules of the contract load zod. The codes are one text,
// because a list would make the first load larger.
const codeText =
  'invalidInput phoneInvalid idempotencyKeyRequired signInRequired paymentDeclined insufficientFunds goCashInsufficient cardRequired topUpNotFound notDisputable notClaimable notRefundable methodInUse defaultRequired couponInvalid inviteUnknown inviteOwn inviteUsed inviteForNewRiders inviteExpired amountNotOffered cardExpired forbidden countryNotServed notFound stationNotFound orderNotFound favouritesFull paymentMethodNotFound watchNotFound reservationNotFound noFreeSlots slotsFree notPausable alreadyReserved reservationLimit reservationsOff noChargerOut notificationNotFound birthDateInvalid tooYoung sessionNotFound holdOpen phoneTaken identityTaken lastSignIn signInPending imageInvalid signInCancelled signInFailed providerUnavailable ongoingOrder cardRenting deviceRenting phoneRenting cardOwes ejectUnclear unpaidOrder noChargers stationOffline stationPaused notPayable paymentInProgress requestInProgress codeExpired payloadTooLarge codeWrong codeExhausted cardRejected idempotencyKeyReused priceChanged pushEndpointRefused updateRequired cardsPaused challengeNeeded tooManyRequests serverError accountFrozen accountBlocked accountLocked proofNeeded refundLater paymentProviderUnavailable campaignNotFound campaignNotStarted campaignSoldOut campaignNotForYou campaignClaimed campaignEnded unavailable';

type Words<Text extends string, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text;
type Listed = Words<typeof codeText>;
/** The type is `never` if `codeText` does not contain exactly the codes of the contract. */
type Complete = [ErrorCode, Listed] extends [Listed, ErrorCode] ? string : never;

const codes: readonly string[] = (codeText satisfies Complete).split(' ');

/** An older server returns these codes for a call that it does not support yet. */
const unknownCall: readonly ApiError['code'][] = ['notFound', 'invalidInput'];

/**
 * During a rolling deployment, a new app may reach an old server, which may not support the call yet. Therefore the
 * codes in `unknownCall` count as temporary if the server is older than the app, so that the app retries reads.
 */
export function ofServer(error: ApiError, version: string | null): ApiError {
  const isBehind =
    version !== null && version.localeCompare(__APP_VERSION__, 'en', { numeric: true }) < 0;
  return isBehind && unknownCall.includes(error.code)
    ? { status: 503, code: 'unavailable' }
    : error;
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && codes.includes(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const generalCodes: Partial<Record<number, ErrorCode>> = {
  401: 'signInRequired',
  403: 'forbidden',
  404: 'notFound',
  426: 'updateRequired',
  429: 'tooManyRequests',
};

/**
 * Reads the error from a problem document. If the document has no code that this app knows, for example because the
 * server is newer, the result has the general code of the HTTP status.
 */
export function readProblem(status: number, body: unknown): ApiError {
  const problem = isRecord(body) ? body : {};
  const { code, retryAfter, orderId, freeSlots, fields, challenge } = problem;
  const fallback =
    generalCodes[status] ??
    (status >= 502 ? 'unavailable' : status >= 500 ? 'serverError' : 'invalidInput');
  return {
    status,
    code: isErrorCode(code) ? code : fallback,
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof orderId === 'string' && { orderId }),
    ...(typeof freeSlots === 'number' && { freeSlots }),
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

/**
 * Returns the error code of a failed query or mutation. An error that is not from a request is a bug in the
 * app and gives `serverError`.
 */
export function apiErrorCode(error: unknown): ErrorCode | 'network' {
  return isApiError(error) ? error.code : 'serverError';
}
