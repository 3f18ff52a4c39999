/** The body of an operator's call without `why`. The condition applies the type to each member of a union. */
export type WithoutReason<T> = T extends unknown ? Omit<T, 'why'> : never;
