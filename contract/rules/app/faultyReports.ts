/** The time after the pick-up in which a rider can report that the charger does not charge. */
export const faultyWithinMs = 15 * 60_000;
