/**
 * Returns whether an address leads to a station, like the address of a QR code or of a shared link.
 */
export function leadsToStation(address: string): boolean {
  const { searchParams } = new URL(address, window.location.origin);
  return searchParams.has('equip_id') || searchParams.has('link');
}
