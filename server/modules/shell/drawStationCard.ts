import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { CardTexts, drawCard } from './cardDrawing.ts';

// Reads texts from the standard input, and writes the picture of a station as PNG. This script runs as a separate
// process, because the server itself must not be able to decode SVG, and because the fonts need memory and time.
const texts = CardTexts.parse(JSON.parse((await buffer(process.stdin)).toString('utf8')));
const svg = await drawCard(texts);
process.stdout.write(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
