/** Whether the person asked their browser to be sparing. Chromium alone tells. */
export function prefersReducedData(navigator: object): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true
  );
}
