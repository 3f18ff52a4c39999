import { el, setAttribute, setText } from './dom.js';
import { cabinetKnobs, fillKnobs } from './knobsForm.js';

/** @typedef {import('./api.js').Cabinet} Cabinet */
/** @typedef {import('./api.js').Slot} Slot */

/**
 * @typedef {object} CardActions
 * @property {() => string | null} inHand returns the charger that the next press on a free slot
 *   puts into this slot
 * @property {(cabinet: Cabinet, slot: number, charger: string) => void} putBack
 * @property {(cabinet: Cabinet, patch: Record<string, unknown>) => Promise<void>} turn
 */

/**
 * Shows a cabinet and its slots. The elements are created once and updated in place, so that the focus
 * stays where it is.
 */
export class CabinetCard {
  /** @type {Cabinet} */
  #cabinet;
  /** @type {CardActions} */
  #actions;
  /** @type {HTMLButtonElement[]} */
  #slots;
  #state = el('span', { class: 'tag' });
  #waiting = el('span', { class: 'tag' });
  #power = el('button', { type: 'button', click: () => void this.#togglePower() });
  #network = el('button', { type: 'button', click: () => void this.#toggleNetwork() });
  /** @type {{ show(values: Record<string, unknown>): void } | null} */
  #knobs = null;

  /**
   * @param {Cabinet} cabinet
   * @param {CardActions} actions
   */
  constructor(cabinet, actions) {
    this.#cabinet = cabinet;
    this.#actions = actions;
    this.#slots = cabinet.slots.map(({ slot }) =>
      el('button', { type: 'button', class: 'slot', click: () => this.#press(slot) }),
    );
    const scenario = cabinet.scenario ? [el('span', { class: 'tag spark' }, cabinet.scenario)] : [];
    this.element = el(
      'li',
      { class: 'card cabinet' },
      el(
        'div',
        { class: 'head' },
        el('h3', {}, cabinet.name),
        el('p', { class: 'muted' }, cabinet.address),
        el(
          'p',
          { class: 'row tags' },
          el('code', {}, cabinet.id),
          this.#state,
          ...scenario,
          this.#waiting,
        ),
      ),
      el('div', { class: 'slots' }, ...this.#slots),
      el('div', { class: 'row' }, this.#power, this.#network),
      this.#details(),
    );
    this.update(cabinet);
  }

  /** @param {string} typed */
  matches(typed) {
    const { id, name, address } = this.#cabinet;
    return `${id} ${name} ${address}`.toLowerCase().includes(typed.trim().toLowerCase());
  }

  /** The slots with a fault. */
  get jammedSlots() {
    const { id, slots } = this.#cabinet;
    return slots.filter(({ status }) => status !== 'ok').map(({ slot }) => ({ id, slot }));
  }

  get scenario() {
    return this.#cabinet.scenario;
  }

  /** @param {Cabinet} cabinet */
  update(cabinet) {
    this.#cabinet = cabinet;
    const { online, power, name } = cabinet;
    setText(this.#state, !power ? 'no power' : online ? 'online' : 'offline');
    setAttribute(this.#state, 'class', `tag ${power && online ? 'good' : 'bad'}`);
    nameButton(this.#power, power ? 'Cut the power' : 'Restore the power', name);
    nameButton(
      this.#network,
      cabinet.offlineUntil === null ? 'Take offline' : 'Bring online',
      name,
    );
    setText(this.#waiting, waiting(cabinet));
    for (const slot of cabinet.slots) this.#drawSlot(slot);
  }

  /** @param {Slot} slot */
  #drawSlot(slot) {
    const button = this.#slots[slot.slot - 1];
    if (!button) return;
    const inHand = this.#actions.inHand();
    const open = slot.charger === null && slot.status === 'ok';
    const usable = open ? inHand !== null && this.#cabinet.power : true;
    const look = slot.status !== 'ok' ? 'fault' : slot.charger ? 'full' : inHand ? 'open' : 'empty';
    const name = `${this.#nameOf(slot, inHand)}, ${this.#cabinet.name}`;
    setAttribute(button, 'aria-label', name);
    setAttribute(button, 'title', name);
    setAttribute(button, 'aria-disabled', usable ? false : 'true');
    setAttribute(button, 'data-look', look);
    const fill = slot.charger ? Math.round((slot.level ?? 0) / 5) * 5 : 0;
    const key = `${slot.charger}/${slot.level}/${look}/${slot.slot}`;
    if (button.dataset['drawn'] === key) return;
    button.dataset['drawn'] = key;
    // The style sheet draws the slot. The accessible name has the same information in words.
    setAttribute(button, 'data-percent', slot.charger ? `${slot.level} %` : '');
    button.replaceChildren(
      el(
        'span',
        { class: 'pill', 'aria-hidden': 'true' },
        el('b', { class: `level l${fill}${(slot.level ?? 0) < 60 ? ' low' : ''}` }),
      ),
      el('span', { class: 'number', 'aria-hidden': 'true' }, `${slot.slot}`),
    );
  }

  /**
   * @param {Slot} slot
   * @param {string | null} inHand
   */
  #nameOf({ slot, charger, level, status }, inHand) {
    if (status !== 'ok') return `Free slot ${slot} (${status}${charger ? `, ${charger}` : ''})`;
    if (charger) return `Jam slot ${slot} (${charger}, ${level} %)`;
    return inHand ? `Return ${inHand} to slot ${slot}` : `Slot ${slot}, empty`;
  }

  /** @param {number} number */
  #press(number) {
    const slot = this.#cabinet.slots.find((one) => one.slot === number);
    const charger = this.#actions.inHand();
    if (!slot) return;
    if (slot.status !== 'ok') void this.#actions.turn(this.#cabinet, { unjam: number });
    else if (slot.charger) void this.#actions.turn(this.#cabinet, { jam: number });
    else if (charger && this.#cabinet.power) this.#actions.putBack(this.#cabinet, number, charger);
  }

  #togglePower() {
    return this.#actions.turn(this.#cabinet, { powerCut: this.#cabinet.power });
  }

  #toggleNetwork() {
    return this.#actions.turn(this.#cabinet, { offline: this.#cabinet.offlineUntil === null });
  }

  #details() {
    const { id, name, link } = this.#cabinet;
    const body = el('div', { class: 'details' });
    const summary = el('summary', {}, 'QR code and behaviour');
    const details = el('details', { class: 'more' }, summary, body);
    setAttribute(summary, 'aria-label', `QR code and behaviour: ${name}`);
    details.addEventListener('toggle', () => {
      if (!details.open) return;
      if (this.#knobs) return this.#knobs.show(this.#cabinet.knobs);
      const form = el('form', { class: 'knobs' });
      this.#knobs = fillKnobs(form, cabinetKnobs, id, this.#cabinet.knobs, async (patch) => {
        await this.#actions.turn(this.#cabinet, patch);
        this.#knobs?.show(this.#cabinet.knobs);
      });
      body.replaceChildren(
        el(
          'div',
          { class: 'qr' },
          el('img', {
            src: `/sandbox/api/cabinets/${id}/qr.svg`,
            alt: `QR code of station ${id}`,
            width: '160',
            height: '160',
          }),
          el('a', { href: `/home?equip_id=${id}` }, link),
        ),
        form,
      );
    });
    return details;
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} text
 * @param {string} cabinetName
 */
function nameButton(button, text, cabinetName) {
  setText(button, text);
  setAttribute(button, 'aria-label', `${text}: ${cabinetName}`);
}

/**
 * The numbers of pending commands and events. A single event of an online cabinet is not shown, because it
 * would appear only for a moment.
 *
 * @param {Cabinet} cabinet
 */
function waiting({ online, unacknowledged, pending }) {
  const parts = [];
  if (pending > 0) parts.push(`${pending} commands pending`);
  if (unacknowledged > (online ? 1 : 0)) parts.push(`${unacknowledged} events unsent`);
  return parts.join(', ');
}
