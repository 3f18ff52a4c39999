/** Sets the badge on the icon of the installed app; 0 removes it. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // The call fails if the app is not installed, because the app has no icon then.
  shown.catch(() => undefined);
}
