import QRCode from 'qrcode';
import type { Settings } from '../settings/settings.ts';

/**
 * The text on the terminal after the start: the address and, unless `stationId` is null, the link
 * to this station with its QR code, and the address of the sandbox.
 */
export async function banner(
  { publicUrl, brand }: Pick<Settings, 'publicUrl' | 'brand'>,
  stationId: string | null,
): Promise<string> {
  const name = `  ${brand.name || 'Charger rental'} is ready.`;
  const app = `  App       ${publicUrl}`;
  if (stationId === null) return ['', name, '', app, ''].join('\n');
  const link = `${publicUrl}/home?equip_id=${stationId}`;
  const qr = await QRCode.toString(link, { type: 'utf8', errorCorrectionLevel: 'L', margin: 2 });
  return [
    '',
    name,
    '',
    app,
    `  Station   ${link}`,
    `  Sandbox   ${publicUrl}/sandbox   cabinets, text messages, card issuer, clock`,
    '',
    qr,
    '  Stop with Ctrl-C. All data is stored.',
    '',
  ].join('\n');
}
