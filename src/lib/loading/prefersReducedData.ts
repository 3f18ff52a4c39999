/**
 * Returns whether the user has set the browser to save data. Only Chromium reports this setting.
 */
export function prefersReducedData(navigator: object): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  );
}
