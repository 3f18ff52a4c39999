/** "If a rental shows success but no charger comes out, wait 2 minutes." (section 9) */
export const chargerWaitSeconds = 120;

/** How long a loading state may last before it is an error (section 9, "loading toast"). */
export const loadingMs = 30_000;
