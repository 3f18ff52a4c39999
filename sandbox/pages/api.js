/** @typedef {{ slot: number, charger: string | null, level: number | null, status: string }} Slot */
/**
 * @typedef {object} Cabinet
 * @property {string} id
 * @property {string} name
 * @property {string} address
 * @property {string | null} scenario
 * @property {boolean} online
 * @property {boolean} power
 * @property {string | null} offlineUntil
 * @property {number} unacknowledged
 * @property {number} pending
 * @property {Slot[]} slots
 * @property {Record<string, string | number | boolean | null>} knobs
 * @property {string} link
 */
/** @typedef {{ charger: string, level: number, takenFrom: string, takenAt: string }} ChargerOut */
/** @typedef {{ to: string, body: string, code: string, at: string }} Message */
/**
 * @typedef {object} Push
 * @property {string} endpoint
 * @property {string} at
 * @property {string} urgency
 * @property {{ notificationId: string, title: string, body: string, path: string, language: string }} message
 */
/**
 * @typedef {object} Payment
 * @property {string} id
 * @property {string} kind
 * @property {string} key
 * @property {number} amount
 * @property {string} currency
 * @property {string} method `card`, or the kind of the payment sheet
 * @property {string} last4
 * @property {string | null} label
 * @property {string} outcome
 * @property {string | null} reason
 * @property {string} description
 * @property {string} at
 */
/** @typedef {{ now: string, offsetSeconds: number }} Time */

/** An error answer of the server. `fields` names the rejected fields. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string[]} fields
   */
  constructor(status, fields) {
    super(`refused with ${status}`);
    this.fields = fields;
  }
}

/**
 * @param {string} path below `/sandbox/api`
 * @param {object} [body] makes the request a POST
 * @returns {Promise<any>} one of the typedefs above; the page and its server always have the same version
 */
export async function call(path, body) {
  const response = await fetch(`/sandbox/api${path}`, {
    cache: 'no-store',
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(response.status, answer.fields ?? []);
  return answer;
}
