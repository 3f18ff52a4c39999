import type { OrderPlace, OrderPlaces } from '../../orders.ts';
import { isNumber, isText, isTime, listOf, objectOf } from './shapes.ts';

export const isOrderPlaces = objectOf<OrderPlaces>({
  places: listOf(
    objectOf<OrderPlace>({
      id: isText,
      name: isText,
      address: isText,
      lat: isNumber,
      lng: isNumber,
      pickUps: isNumber,
      returns: isNumber,
      lastAt: isTime,
    }),
  ),
});
