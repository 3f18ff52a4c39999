/** Why a rider looks for a station: to rent a charger, or to return one. */
export type Purpose = 'rent' | 'return';
