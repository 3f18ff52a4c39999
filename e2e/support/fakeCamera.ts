import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import QRCode from 'qrcode';

/** Chromium uses this file as its camera. It reads the file when a page opens the camera. */
export const cameraFile = join(tmpdir(), `charger-rental-camera-${process.pid}.y4m`);

export const cameraArgs = [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${cameraFile}`,
];

const width = 640;
const height = 480;

/** Shows a QR code to the camera, by writing a video of uncompressed 4:2:0 frames. */
export async function showToCamera(text: string): Promise<void> {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  // The scanner reads the middle two thirds of the frame, and a QR code needs an empty margin.
  const scale = Math.floor((height * 0.6) / (modules.size + 8));
  const side = modules.size * scale;
  const left = Math.floor((width - side) / 2);
  const top = Math.floor((height - side) / 2);
  const light = Buffer.alloc(width * height, 235);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = modules.get(Math.floor(y / scale), Math.floor(x / scale)) === 1;
      if (isDark) light[(top + y) * width + left + x] = 16;
    }
  }
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420mpeg2\n`);
  await writeFile(cameraFile, Buffer.concat([header, ...Array<Buffer>(5).fill(frame)]));
}
