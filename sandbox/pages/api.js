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
 * @property {string} method `card` or which sheet
 * @property {string} last4
 * @property {string | null} label
 * @property {string} outcome
 * @property {string | null} reason
 * @property {string} description
 * @property {string} at
 */
/** @typedef {{ now: string, offsetSeconds: number }} Time */

/** The server said no; `fields` names what it did not like. */
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
 * @param {object} [body] makes it a POST
 * @returns {Promise<any>} as the typedefs above say; the page and its server are of one version
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
