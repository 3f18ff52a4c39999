/** "If a rental shows success but no charger comes out, wait 2 minutes." (section 9) */
export const chargerWaitSeconds = 120;
