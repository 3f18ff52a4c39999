import { useState } from 'react';
import { isVenueKind, type VenueKind } from '../../../contract/rules/people/hosts.ts';
import {
  isFlag,
  isLatitude,
  isLongitude,
  isText,
  objectOf,
  orNull,
  type Guard,
} from '../../../contract/rules/shapes/shapes.ts';
import { storageKeys } from '../../lib/constants.ts';
import type { Point } from '../../lib/format/geo.ts';
import { session } from '../../lib/storage/storage.ts';

/** The content of the form, with each text as typed. */
export interface HostDraft {
  business: string;
  venue: VenueKind | null;
  place: Point | null;
  address: string;
  contactName: string;
  phone: string;
  email: string;
  message: string;
  consent: boolean;
}

const isDraft: Guard<HostDraft> = objectOf<HostDraft>({
  business: isText,
  venue: orNull(isVenueKind),
  place: orNull(objectOf<Point>({ lat: isLatitude, lng: isLongitude })),
  address: isText,
  contactName: isText,
  phone: isText,
  email: isText,
  message: isText,
  consent: isFlag,
});

function readDraft(): HostDraft | null {
  try {
    const stored: unknown = JSON.parse(session.get(storageKeys.hostDraft) ?? 'null');
    return isDraft(stored) ? stored : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The unsent form. It survives a reload and a lost network. The browser deletes it with the tab. */
export function useHostDraft(venue: VenueKind | null) {
  const [draft, setDraft] = useState(readDraft);
  const [empty] = useState<HostDraft>({
    business: '',
    venue,
    place: null,
    address: '',
    contactName: '',
    phone: '',
    email: '',
    message: '',
    consent: false,
  });
  const value = draft ?? empty;

  return {
    value,
    isDirty: draft !== null,
    change: (part: Partial<HostDraft>) => {
      const changed = { ...value, ...part };
      session.set(storageKeys.hostDraft, JSON.stringify(changed));
      setDraft(changed);
    },
    forget: () => {
      session.remove(storageKeys.hostDraft);
      setDraft(null);
    },
  };
}
