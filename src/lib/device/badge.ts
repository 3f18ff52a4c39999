/** Sets the badge on the icon of the installed app. A count of 0 removes the badge. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // The call fails if the app is not installed, because there is no icon.
  shown.catch(() => undefined);
}
