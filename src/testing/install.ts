/** The browser offers to install the app, and is answered so. Answers what it was asked. */
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

/** The browser says who it is. */
export function playBrowser(userAgent: string): void {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
}
