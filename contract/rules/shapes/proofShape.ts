import type { ReturnFacts, ReturnProof } from '../../proofs.ts';
import { isNumber, isOneOf, isText, isTime, objectOf, orNull, type Guard } from './shapes.ts';

const isFirstVersion: Guard<1> = (value): value is 1 => value === 1;

export const isReturnProof = objectOf<ReturnProof>({
  algorithm: isOneOf('Ed25519'),
  key: isText,
  payload: isText,
  signature: isText,
});

export const isReturnFacts = objectOf<ReturnFacts>({
  version: isFirstVersion,
  order: isText,
  charger: isText,
  station: objectOf<ReturnFacts['station']>({ id: isText, name: isText }),
  slot: isNumber,
  event: orNull(objectOf<NonNullable<ReturnFacts['event']>>({ boot: isText, number: isNumber })),
  returnedAt: isTime,
  cabinetAt: orNull(isTime),
  receivedAt: orNull(isTime),
});
