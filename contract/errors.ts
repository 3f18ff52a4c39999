import { z } from 'zod';
import { ProofFactors } from './signIn/stepUp.ts';

/**
 * All error codes of the API. The client shows the translation under `errors.<code>`. It never shows the texts `title`
 * and `detail` of the answer. Never remove or rename a code, because an installed app may be weeks old.
 */
export const errorStatus = {
  invalidInput: 400,
  phoneInvalid: 400,
  birthDateInvalid: 400,
  tooYoung: 400,
  idempotencyKeyRequired: 400,
  signInRequired: 401,
  paymentDeclined: 402,
  insufficientFunds: 402,
  goCashInsufficient: 402,
  cardRequired: 402,
  cardExpired: 402,
  forbidden: 403,
  accountFrozen: 403,
  accountBlocked: 403,
  accountLocked: 403,
  proofNeeded: 403,
  countryNotServed: 403,
  notFound: 404,
  stationNotFound: 404,
  orderNotFound: 404,
  paymentMethodNotFound: 404,
  topUpNotFound: 404,
  watchNotFound: 404,
  reservationNotFound: 404,
  notificationNotFound: 404,
  campaignNotFound: 404,
  sessionNotFound: 404,
  ongoingOrder: 409,
  ejectUnclear: 409,
  unpaidOrder: 409,
  cardRenting: 409,
  cardOwes: 409,
  deviceRenting: 409,
  phoneRenting: 409,
  noChargers: 409,
  noFreeSlots: 409,
  slotsFree: 409,
  notPausable: 409,
  alreadyReserved: 409,
  reservationLimit: 409,
  reservationsOff: 409,
  noChargerOut: 409,
  stationOffline: 409,
  stationPaused: 409,
  notPayable: 409,
  notDisputable: 409,
  notClaimable: 409,
  notRefundable: 409,
  refundLater: 409,
  methodInUse: 409,
  defaultRequired: 409,
  paymentInProgress: 409,
  requestInProgress: 409,
  holdOpen: 409,
  phoneTaken: 409,
  identityTaken: 409,
  lastSignIn: 409,
  signInPending: 409,
  campaignNotStarted: 409,
  campaignSoldOut: 409,
  campaignNotForYou: 409,
  campaignClaimed: 409,
  favouritesFull: 409,
  inviteOwn: 409,
  inviteUsed: 409,
  inviteForNewRiders: 409,
  codeExpired: 410,
  campaignEnded: 410,
  inviteExpired: 410,
  payloadTooLarge: 413,
  codeWrong: 422,
  codeExhausted: 422,
  cardRejected: 422,
  couponInvalid: 422,
  inviteUnknown: 422,
  amountNotOffered: 422,
  imageInvalid: 422,
  signInCancelled: 422,
  signInFailed: 422,
  idempotencyKeyReused: 422,
  priceChanged: 422,
  pushEndpointRefused: 422,
  updateRequired: 426,
  cardsPaused: 429,
  challengeNeeded: 429,
  tooManyRequests: 429,
  serverError: 500,
  paymentProviderUnavailable: 503,
  providerUnavailable: 503,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys returns string[]
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** RFC 9457 problem details (`application/problem+json`). */
export const Problem = z.object({
  /** Always `about:blank`, because the field `code` contains the kind of error. */
  type: z.string(),
  /** English text for engineers. Riders never see it. */
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodes),
  /** The id of the request in the logs. */
  instance: z.string(),
  /** The whole number of seconds after which the client may repeat the call (429, 503 and `refundLater`). */
  retryAfter: z.int().optional(),
  /**
   * The challenge of `challengeNeeded`: `<bits>.<expiry>.<nonce>.<signature>`. Its solution is
   * `<challenge>:<number>`, and the SHA-256 hash of the solution begins with `<bits>` zero bits.
   */
  challenge: z.string().optional(),
  /** The open or unpaid order that prevents the call (`ongoingOrder`, `ejectUnclear`, `unpaidOrder`). */
  orderId: z.string().optional(),
  /** How many slots of the station are free (`slotsFree`). */
  freeSlots: z.int().positive().optional(),
  /** The ways in which the rider can give the missing proof (`proofNeeded`). */
  factors: ProofFactors.optional(),
  /** The paths of the refused fields, such as `body.phone`, without their values. */
  fields: z.array(z.string()).optional(),
  /** English text for engineers. Riders never see it. */
  detail: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;
