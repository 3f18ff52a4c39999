/** "If a rental shows success but no charger comes out, wait 2 minutes." (section 9 of the specification) */
export const chargerWaitSeconds = 120;

/** A loading state that lasts longer than this is an error (section 9 of the specification, "loading toast"). */
export const loadingMs = 30_000;
