/** One short tap in the hand, where the device can; never the only sign of anything. */
export function vibrate(milliseconds = 30): void {
  // Browsers ignore it, and write to the console, before the first touch of the page.
  if (!('vibrate' in navigator) || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate(milliseconds);
}
