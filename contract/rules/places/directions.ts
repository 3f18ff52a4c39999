/**
 * The link to a place, or to walking directions, on a web map or in the map app of the device.
 * Replaces `{lat}`, `{lng}` and `{name}` in the template, and escapes the values.
 */
export function directionsUrl(
  template: string,
  { lat, lng, name }: { lat: number; lng: number; name: string },
): string {
  const values: Record<string, string> = { lat: String(lat), lng: String(lng), name };
  return template.replace(/\{(lat|lng|name)\}/g, (_, key: string) =>
    // In a `geo:` link, parentheses enclose the name, so the name itself must not contain them.
    encodeURIComponent(values[key] ?? '').replace(/[()]/g, (sign) =>
      sign === '(' ? '%28' : '%29',
    ),
  );
}
