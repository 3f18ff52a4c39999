import type { Language } from '../../../contract/config.ts';
import * as commonEn from '../../../locales/en/common.json';
import * as messagesEn from '../../../locales/en/messages.json';
import * as stationsEn from '../../../locales/en/stations.json';
import * as titlesEn from '../../../locales/en/titles.json';
import * as commonEs from '../../../locales/es/common.json';
import * as messagesEs from '../../../locales/es/messages.json';
import * as stationsEs from '../../../locales/es/stations.json';
import * as titlesEs from '../../../locales/es/titles.json';
import * as commonZh from '../../../locales/zh-CN/common.json';
import * as messagesZh from '../../../locales/zh-CN/messages.json';
import * as stationsZh from '../../../locales/zh-CN/stations.json';
import * as titlesZh from '../../../locales/zh-CN/titles.json';

type Form = 'one' | 'many' | 'other';

/** The few texts of the painted screens. Named one by one, so that the bundler leaves out the rest. */
export const startWords = {
  en: {
    home: titlesEn.home,
    menu: commonEn.menu,
    around: stationsEn.around,
    scanToRent: stationsEn.scanToRent,
    stationOffline: stationsEn.stationOffline,
    counts: stationsEn.counts,
    directionsTo: stationsEn.directionsTo,
    closeStation: stationsEn.closeStation,
    stationId: stationsEn.stationId,
    unlockFee: stationsEn.unlockFee,
    rate: stationsEn.rate,
    ratePerHour: stationsEn.ratePerHour,
    ratePer: stationsEn.ratePer,
    atMost: stationsEn.atMost,
    capPer: stationsEn.capPer,
    unlock: stationsEn.unlock,
    chargers: { one: messagesEn.chargers_one, other: messagesEn.chargers_other },
    freeSlots: { one: messagesEn.freeSlots_one, other: messagesEn.freeSlots_other },
  },
  es: {
    home: titlesEs.home,
    menu: commonEs.menu,
    around: stationsEs.around,
    scanToRent: stationsEs.scanToRent,
    stationOffline: stationsEs.stationOffline,
    counts: stationsEs.counts,
    directionsTo: stationsEs.directionsTo,
    closeStation: stationsEs.closeStation,
    stationId: stationsEs.stationId,
    unlockFee: stationsEs.unlockFee,
    rate: stationsEs.rate,
    ratePerHour: stationsEs.ratePerHour,
    ratePer: stationsEs.ratePer,
    atMost: stationsEs.atMost,
    capPer: stationsEs.capPer,
    unlock: stationsEs.unlock,
    chargers: {
      one: messagesEs.chargers_one,
      many: messagesEs.chargers_many,
      other: messagesEs.chargers_other,
    },
    freeSlots: {
      one: messagesEs.freeSlots_one,
      many: messagesEs.freeSlots_many,
      other: messagesEs.freeSlots_other,
    },
  },
  'zh-CN': {
    home: titlesZh.home,
    menu: commonZh.menu,
    around: stationsZh.around,
    scanToRent: stationsZh.scanToRent,
    stationOffline: stationsZh.stationOffline,
    counts: stationsZh.counts,
    directionsTo: stationsZh.directionsTo,
    closeStation: stationsZh.closeStation,
    stationId: stationsZh.stationId,
    unlockFee: stationsZh.unlockFee,
    rate: stationsZh.rate,
    ratePerHour: stationsZh.ratePerHour,
    ratePer: stationsZh.ratePer,
    atMost: stationsZh.atMost,
    capPer: stationsZh.capPer,
    unlock: stationsZh.unlock,
    chargers: { other: messagesZh.chargers_other },
    freeSlots: { other: messagesZh.freeSlots_other },
  },
} as const satisfies Record<Language, StartWords>;

export interface StartWords {
  home: string;
  menu: string;
  around: string;
  scanToRent: string;
  stationOffline: string;
  counts: string;
  directionsTo: string;
  closeStation: string;
  stationId: string;
  unlockFee: string;
  rate: string;
  ratePerHour: string;
  ratePer: string;
  atMost: string;
  capPer: string;
  unlock: string;
  chargers: Partial<Record<Form, string>> & { other: string };
  freeSlots: Partial<Record<Form, string>> & { other: string };
}
