/** Whether an address leads to a station, as the address of a QR code or a shared link does. */
export function leadsToStation(address: string): boolean {
  const { searchParams } = new URL(address, window.location.origin);
  return searchParams.has('equip_id') || searchParams.has('link');
}
