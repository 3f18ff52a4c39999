/** Vibrates briefly if the device can vibrate. Vibration must never be the only feedback. */
export function vibrate(milliseconds = 30): void {
  // Before the first touch, browsers ignore the call and log a warning, so do not call it.
  if (!('vibrate' in navigator) || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate(milliseconds);
}
