/**
 * Fires the browser event with which the app can offer an installation. Returns a list that records
 * each prompt. The simulated user answers each prompt with `outcome`.
 */
export function offerInstall(outcome: 'accepted' | 'dismissed' = 'dismissed'): string[] {
  const asked: string[] = [];
  window.dispatchEvent(
    Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        asked.push('install');
        return { outcome };
      },
    }),
  );
  return asked;
}

/** Sets the user agent of the browser. */
export function playBrowser(userAgent: string): void {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
}
