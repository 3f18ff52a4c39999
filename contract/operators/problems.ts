import { z } from 'zod';

/** The codes of refused calls of operators, with their HTTP statuses. */
export const opsErrors = {
  keyRefused: 401,
  /** The session of the operator has ended, or never existed. */
  sessionEnded: 401,
  /** The one-time link or code is wrong, used or expired. */
  linkRefused: 401,
  /** No provider for the sign-in of operators is configured, or it does not answer. */
  providerUnavailable: 503,
  /** A changing call with the cookie of a session came from another site, or has no CSRF token. */
  csrfRefused: 403,
  /** Only a session can do this, not a key. */
  sessionNeeded: 403,
  /** Only the key of the server can do this. */
  serverKeyNeeded: 403,
  /** The operator must give the second factor first, or set it up. */
  secondFactorNeeded: 403,
  /** The second factor is older than ten minutes. */
  stepUpNeeded: 403,
  /** The code is wrong, or was used before. */
  codeRefused: 422,
  /** There were too many wrong codes. */
  factorLocked: 429,
  /** The operator has set up no second factor, or has not confirmed it. */
  factorMissing: 409,
  /** The key may not do this, because its scopes do not contain it. */
  scopeMissing: 403,
  /** There is no such area, or a key with scopes must not have this one. */
  scopeRefused: 422,
  /** The operator is limited to other regions and venues. */
  regionForeign: 403,
  /** Another operator has this e-mail address or account. */
  accountTaken: 409,
  /** The operator has none of the roles that may do this. */
  roleMissing: 403,
  operatorNotFound: 404,
  /** The operator has no such key. */
  keyNotFound: 404,
  /** Another operator has this name, perhaps with other upper and lower case. */
  nameTaken: 409,
  /** This needs a session or an operator's own key. The key of the server only states a name. */
  ownKeyNeeded: 403,
  /** The operator who requested an act cannot approve or reject it, and nobody else can withdraw it. */
  otherOperatorNeeded: 403,
  /** Another operator made or changed the access of this operator in the last 24 hours. */
  accessTooNew: 403,
  approvalNotFound: 404,
  bulkActNotFound: 404,
  /** The same act waits for a second operator already. */
  approvalPending: 409,
  /** Somebody has already decided about the act, or it has expired. */
  approvalClosed: 409,
  tariffNotFound: 404,
  tariffExists: 409,
  /** The terms contradict each other or the settings of the server. */
  tariffInvalid: 422,
  assignmentNotFound: 404,
  assignmentEnded: 409,
  /** Another assignment for the same stations or venues has some of the hours. */
  hoursOverlap: 409,
  /** The move of a station in use to another venue or time zone would change its prices, now or later, without a second operator. */
  pricesWouldChange: 409,
  stationNotFound: 404,
  /** The station is retired, which is final. */
  stationRetired: 409,
  /** The data of the station has errors, which the detail lists. */
  stationInvalid: 422,
  /** The cabinet has a secret already, which `rotate` replaces. */
  secretExists: 409,
  /** The cabinet has no secret that could be replaced. */
  secretMissing: 409,
  /** The file of an import has errors, which the detail lists. */
  importRefused: 422,
  /** The time is in the past, or before the start. */
  timeInvalid: 422,
  riderNotFound: 404,
  /** The phone is no valid number. */
  phoneInvalid: 422,
  /** The present state of the rider does not allow the act, such as an open order. */
  riderNotPossible: 409,
  couponNotFound: 404,
  campaignNotFound: 404,
  /** No host has sent a request with this reference. */
  hostNotFound: 404,
  /** Another coupon has this code, another campaign has this type, or the same news were published before. */
  promotionExists: 409,
  /** The coupon or the campaign contradicts itself. The detail names each wrong field. */
  promotionInvalid: 422,
  caseNotFound: 404,
  orderNotFound: 404,
  topUpNotFound: 404,
  chargebackNotFound: 404,
  /** Somebody has already closed the case. */
  caseClosed: 409,
  /** This kind of case, or the present state of the order or charger, does not allow the outcome. */
  outcomeNotPossible: 409,
  /** The refund is higher than what the rider paid or still has, or the waiver is higher than what is due. */
  amountTooLarge: 422,
  chargerNotFound: 404,
  /** Some of the chargers are registered already, so none was registered. */
  chargersKnown: 409,
  /** The present state of the charger does not allow the act. */
  chargerBusy: 409,
  /** The two serial numbers are no range, or the range is too long. */
  rangeRefused: 422,
  /** Somebody has a field session at this station. */
  sessionOpen: 409,
  sessionNotFound: 404,
  /** The cabinet is not connected, so it cannot get the command. */
  cabinetOffline: 409,
  /** The cabinet reports that it does not have this command. */
  commandUnsupported: 409,
  /** The slot is empty, or the cabinet is already ejecting its charger. */
  slotBusy: 409,
  regionNotFound: 404,
  venueNotFound: 404,
  /** Another region or venue has this id. */
  idTaken: 409,
  /** The venue has ended, which is final. */
  venueEnded: 409,
  /** Somebody has changed the thing since the operator read it. The answer has what has changed. */
  stale: 409,
  ticketNotFound: 404,
  /** The ticket is done. */
  ticketDone: 409,
  /** The address of the endpoint has no https, or has a password. */
  addressRefused: 422,
  endpointNotFound: 404,
  /** The endpoint has no such message. */
  messageNotFound: 404,
  /** The period ends before it begins, or is too long. */
  periodInvalid: 422,
  /** The month of a statement is not over. */
  monthOpen: 409,
  monthClosed: 409,
  /** An earlier month of the venue must be closed first. */
  formerMonthOpen: 409,
  statementNotFound: 404,
  /** The amount is not the sum of the unpaid statements. */
  amountDiffers: 409,
  /** The venue has no address for statements, or the server has no mail server. */
  mailMissing: 409,
  /** The name is not in the time zone database. */
  timeZoneInvalid: 422,
  /** The same idempotency key was used for another act. */
  keyReused: 422,
} as const satisfies Record<string, number>;

/** The answer to a refused call. If the call is about a case, the answer also has the case, see `CaseProblem`. */
export const OpsProblem = z.object({
  status: z.int(),
  code: z.string(),
  detail: z.string().optional(),
  /** With the code `stale`: the present version, and the present values of what has changed since. */
  version: z.int().optional(),
  changed: z.record(z.string(), z.unknown()).optional(),
  /** With the code `importRefused`: what is wrong, and where in the file. */
  problems: z.array(z.object({ where: z.string(), problem: z.string() })).optional(),
});
export type OpsProblem = z.infer<typeof OpsProblem>;
