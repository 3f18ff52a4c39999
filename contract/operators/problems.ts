import { z } from 'zod';

/** The codes of refused calls of operators, with their HTTP statuses. */
export const opsErrors = {
  keyRefused: 401,
  /** The session of the operator has ended, or never existed. */
  sessionEnded: 401,
  /** The one-time link or code is wrong, was already used, or has expired. */
  linkRefused: 401,
  /** No provider for the sign-in of operators is configured, or the provider does not answer. */
  providerUnavailable: 503,
  /**
   * The call changes something with the cookie of a session, but came from another site or has no
   * CSRF token.
   */
  csrfRefused: 403,
  /** The call needs a session; a key is not enough. */
  sessionNeeded: 403,
  /** The call needs the key of the server. */
  serverKeyNeeded: 403,
  /** The operator must first set up the second factor, or enter its code. */
  secondFactorNeeded: 403,
  /** The second factor is older than ten minutes. */
  stepUpNeeded: 403,
  /** The code is wrong, or was used before. */
  codeRefused: 422,
  /** The operator entered too many wrong codes, so the second factor is locked for some time. */
  factorLocked: 429,
  /** The operator has set up no second factor, or has not confirmed it. */
  factorMissing: 409,
  /** The scopes of the key do not allow this call. */
  scopeMissing: 403,
  /** The scope names an area that does not exist, or that a key with scopes must not have. */
  scopeRefused: 422,
  /** The object is not in the regions and venues to which the operator is limited. */
  regionForeign: 403,
  /** Another operator has this e-mail address or account. */
  accountTaken: 409,
  /** The operator has none of the roles that may make this call. */
  roleMissing: 403,
  operatorNotFound: 404,
  /** The operator has no such key. */
  keyNotFound: 404,
  /** Another operator has this name. Upper and lower case do not matter. */
  nameTaken: 409,
  /**
   * The call needs a session or an operator's own key. A call with the key of the server only states a name, and does
   * not prove it.
   */
  ownKeyNeeded: 403,
  /**
   * The operator who requested an act cannot approve or reject it, and nobody else can withdraw it. Operators cannot
   * reset their own second factor.
   */
  otherOperatorNeeded: 403,
  /** Another operator made or changed the access of this operator in the last 24 hours. */
  accessTooNew: 403,
  approvalNotFound: 404,
  bulkActNotFound: 404,
  /** The same act is already waiting for a second operator. */
  approvalPending: 409,
  /** Somebody has already decided about the request, or the request has expired. */
  approvalClosed: 409,
  tariffNotFound: 404,
  tariffExists: 409,
  /** The terms contradict each other, or contradict the settings of the server. */
  tariffInvalid: 422,
  assignmentNotFound: 404,
  assignmentEnded: 409,
  /** Another assignment for the same stations or venues contains some of the same hours. */
  hoursOverlap: 409,
  /** A station in use cannot move to a venue or time zone that would change its prices without a second operator. */
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
  /**
   * The time is in the past, before the start, or after the planned end. For a payout: the day of the transfer is in
   * the future, or is not after the month of a statement.
   */
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
  /** A coupon with this code, a campaign with this type, or the same news already exists. */
  promotionExists: 409,
  /**
   * Some values of the coupon, campaign or news are wrong or contradict each other. The detail names each wrong field.
   */
  promotionInvalid: 422,
  caseNotFound: 404,
  orderNotFound: 404,
  topUpNotFound: 404,
  chargebackNotFound: 404,
  /** Somebody has already closed the case. */
  caseClosed: 409,
  /** This kind of case, or the present state of the order or charger, does not allow the outcome. */
  outcomeNotPossible: 409,
  /**
   * The refund is higher than the amount that the rider paid or still has in GoCash, or the waiver is higher than the
   * amount due.
   */
  amountTooLarge: 422,
  chargerNotFound: 404,
  /** Some of the chargers are registered already or retired, so none was registered. */
  chargersKnown: 409,
  /** The present state of the charger does not allow the act. */
  chargerBusy: 409,
  /** The two serial numbers do not form a range, or the range is too long. */
  rangeRefused: 422,
  /** Somebody has an open field session at this station. */
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
  /** Somebody has changed the object since the caller read it. The answer contains the changed values. */
  stale: 409,
  ticketNotFound: 404,
  /** The ticket is done. */
  ticketDone: 409,
  /** The address of the endpoint has no https, or has a password. */
  addressRefused: 422,
  endpointNotFound: 404,
  /** The endpoint has no such message. */
  messageNotFound: 404,
  /** The end of the period is before its start, or the period is too long. */
  periodInvalid: 422,
  /** The month of the statement has not ended. */
  monthOpen: 409,
  monthClosed: 409,
  /** An earlier month of the venue must be closed first. */
  formerMonthOpen: 409,
  statementNotFound: 404,
  /** The amount is not the sum of the venue's shares in the unpaid statements that the payout pays. */
  amountDiffers: 409,
  /** The venue has no such payout. */
  payoutNotFound: 404,
  /** Somebody has already reversed the payout. */
  payoutReversed: 409,
  /** The venue has no address for statements, or the server has no mail server. */
  mailMissing: 409,
  /** The name is not in the time zone database. */
  timeZoneInvalid: 422,
  /** The idempotency key was already used for a different act, or is too old to repeat its act. */
  keyReused: 422,
} as const satisfies Record<string, number>;

/** The answer to a refused call. If the call is about a case, the answer also has the case, see `CaseProblem`. */
export const OpsProblem = z.object({
  status: z.int(),
  code: z.string(),
  detail: z.string().optional(),
  /**
   * With the code `stale`: the present version of the object. `changed` contains the fields that changed since the
   * caller's version, with their present values.
   */
  version: z.int().optional(),
  changed: z.record(z.string(), z.unknown()).optional(),
  /** With the code `importRefused`: the errors, each with its place in the file. */
  problems: z.array(z.object({ where: z.string(), problem: z.string() })).optional(),
});
export type OpsProblem = z.infer<typeof OpsProblem>;
