/** What the icon of the installed app counts; 0 takes the badge away. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  // Where the app is not installed there is no icon to count on.
  shown.catch(() => undefined);
}
