/**
 * The body of an operator's call without `why`. The conditional type removes `why` from each member
 * of a union separately.
 */
export type WithoutReason<T> = T extends unknown ? Omit<T, 'why'> : never;
