import type { Delivery, Order } from './streetMessages.ts';
import { StreetPainter } from './streetPainter.ts';

let painter: StreetPainter | null = null;

function deliver(delivery: Delivery): void {
  postMessage(delivery, { transfer: delivery.kind === 'painted' ? [delivery.picture] : [] });
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'style') painter = new StreetPainter(data.style, deliver);
  else if (data.kind === 'paint') void painter?.paint(data.id, data.tile);
  else painter?.leave(data.id);
});
