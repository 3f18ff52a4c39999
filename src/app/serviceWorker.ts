export function registerServiceWorker(): void {}
