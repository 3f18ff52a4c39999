import { byId, el, setAttribute, setText, syncList } from './dom.js';

/** @typedef {import('./api.js').Cabinet} Cabinet */
/** @typedef {import('./api.js').ChargerOut} ChargerOut */
/** @typedef {import('./api.js').Message} Message */

/**
 * @typedef {object} TourActions
 * @property {(text: string) => void} copy
 * @property {(cabinet: Cabinet, slot: number, charger: string) => void} putBack
 * @property {() => void} refill
 * @property {() => void} reset
 */

const testCards = [
  { number: '4242 4242 4242 4242', effect: 'pays' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
  { number: '4000 0025 0000 3155', effect: 'needs a confirmation' },
];

/** The lowest level, in per cent, at which a charger can be rented. It is the same as in the tariff of the demo. */
const rentableLevel = 60;

/** @param {Cabinet} cabinet */
function canRent({ online, power, slots }) {
  return (
    online &&
    power &&
    slots.some(
      ({ charger, level, status }) =>
        charger !== null && status === 'ok' && (level ?? 0) >= rentableLevel,
    )
  );
}

/** @param {Cabinet} cabinet */
function freeSlot({ online, power, slots }) {
  if (!online || !power) return undefined;
  return slots.find(({ charger, status }) => charger === null && status === 'ok');
}

/**
 * The station of the tour. It stays the same as long as somebody can rent a charger there, so that the code on the
 * screen does not change while somebody scans it.
 *
 * @param {readonly Cabinet[]} cabinets
 * @param {string | null} current
 */
function stationOf(cabinets, current) {
  const usable = cabinets.filter(canRent);
  return (
    usable.find(({ id }) => id === current) ??
    usable.find(({ scenario }) => scenario === 'ready') ??
    usable[0]
  );
}

/** Three steps for somebody who sees the product for the first time: scan, unlock, return. */
export class Tour {
  /** @type {string | null} */
  #station = null;
  /** @type {{ cabinet: Cabinet, slot: number, charger: string } | null} */
  #wayBack = null;
  #code = '';

  /** @param {TourActions} actions */
  constructor(actions) {
    byId('tour-copy').addEventListener('click', () => actions.copy(this.#code));
    byId('refill').addEventListener('click', () => actions.refill());
    byId('reset').addEventListener('click', () => actions.reset());
    byId('tour-return').addEventListener('click', () => {
      if (!this.#wayBack) return;
      const { cabinet, slot, charger } = this.#wayBack;
      actions.putBack(cabinet, slot, charger);
    });
    syncList(
      byId('tour-cards'),
      testCards,
      ({ number }) => number,
      ({ number, effect }) =>
        el(
          'li',
          {},
          el(
            'button',
            {
              type: 'button',
              'aria-label': `Copy the card ${number}, which ${effect}`,
              click: () => actions.copy(number),
            },
            number,
          ),
          el('span', { class: 'muted' }, effect),
        ),
    );
  }

  /**
   * @param {readonly Cabinet[]} cabinets
   * @param {readonly ChargerOut[]} out
   * @param {readonly Message[]} messages the newest first
   */
  update(cabinets, out, messages) {
    this.#showStation(stationOf(cabinets, this.#station));
    this.#code = messages.find(({ code }) => code !== '')?.code ?? '';
    setText(byId('tour-code'), this.#code === '' ? 'None yet' : this.#code);
    setAttribute(byId('tour-copy'), 'disabled', this.#code === '');
    this.#showWayBack(cabinets, out[0]);
  }

  /** @param {Cabinet | undefined} station */
  #showStation(station) {
    const link = byId('tour-link');
    if (!station) {
      setText(
        link,
        'No cabinet can rent a charger. Press "End all faults", then "Refill the cabinets".',
      );
      setAttribute(link, 'href', null);
      setAttribute(byId('tour-qr'), 'hidden', true);
      return;
    }
    this.#station = station.id;
    setAttribute(link, 'href', `/home?equip_id=${station.id}`);
    setText(link, `Open ${station.name}`);
    const code = byId('tour-qr');
    setAttribute(code, 'hidden', false);
    setAttribute(code, 'src', `/sandbox/api/cabinets/${station.id}/qr.svg`);
    setAttribute(code, 'alt', `QR code of station ${station.id}`);
    const { hostname } = new URL(station.link);
    const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname);
    setAttribute(byId('tour-local'), 'hidden', !isLocal);
  }

  /**
   * @param {readonly Cabinet[]} cabinets
   * @param {ChargerOut | undefined} out
   */
  #showWayBack(cabinets, out) {
    // Avoid the cabinet from which the charger came, if another cabinet has a free slot. So the
    // tour shows that a charger can be returned everywhere.
    const usable = cabinets.filter(freeSlot);
    const cabinet = usable.find(({ id }) => id !== out?.takenFrom) ?? usable[0];
    const slot = cabinet && freeSlot(cabinet);
    this.#wayBack =
      out && cabinet && slot ? { cabinet, slot: slot.slot, charger: out.charger } : null;
    setAttribute(byId('tour-return'), 'disabled', this.#wayBack === null);
    setText(
      byId('tour-out'),
      !out
        ? 'No charger is out yet. Rent one in the app.'
        : this.#wayBack
          ? `You have charger ${out.charger}. It goes into slot ${this.#wayBack.slot} of ${this.#wayBack.cabinet.name}.`
          : 'All cabinets are full.',
    );
  }
}
