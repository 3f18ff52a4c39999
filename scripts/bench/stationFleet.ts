import { makeStationId } from '../../contract/rules/places/stationId.ts';
import type { StationRecord } from '../../server/modules/stations/saveStations.ts';
import { seededRandom } from '../../sandbox/random.ts';

/**
 * The number of cities, and the weight of the largest city. The sum of the weights is not 1;
 * `records` scales them.
 */
const cities = 300;
const largestShare = 0.02;

export interface City {
  lat: number;
  lng: number;
  /** The mean distance of the city's stations from the centre, in degrees of latitude. */
  spread: number;
  share: number;
}

const kinds =
  'Cafe,Bar,Hotel,Books,Market,Pharmacy,Gym,Library,Museum,Theatre,Station,Clinic,Bakery'
    .concat(',Diner,Lounge,Records,Salon,Bank,Kiosk,Arena')
    .split(',');
const streets = 'Street,Avenue,Road,Lane,Boulevard,Square'.split(',');
const sides = 'North,South,East,West,Old,New,Upper,Lower'.split(',');
const onsets = 'b,br,c,ch,d,f,g,gr,h,j,k,l,m,n,p,r,s,st,t,v,w'.split(',');
const vowels = 'a,e,i,o,u,ai,ea,ou'.split(',');
const codas = ',n,r,l,m,s,ck,nd,rt'.split(',');
const characters = Array.from('星河山水光明人民中央国际广场大厦公园东西南北新城书店酒店咖啡');

/**
 * Generates the same stations in each run. The stations are dense in city centres, and the cities
 * have different sizes.
 */
export class StationFleet {
  readonly cities: City[];
  readonly #random = seededRandom(20_261_121);
  readonly #ids = new Set<string>();
  readonly #words: string[];

  constructor() {
    const random = this.#random;
    this.cities = Array.from({ length: cities }, (_, rank) => ({
      // Place three of four cities in the northern hemisphere, where most people live.
      lat: random() < 0.75 ? 8 + random() * 52 : -45 + random() * 45,
      lng: random() * 360 - 180,
      spread: 0.02 + 0.06 * random(),
      share: 1 / (rank + 1 / largestShare),
    }));
    // Use many words, because most words in real names are rare.
    this.#words = Array.from({ length: 30_000 }, () => this.#makeWord());
  }

  /** Generates the stations city by city, in the order in which operators add them. */
  *records(count: number, tariffId: string): Generator<StationRecord> {
    const shares = this.cities.reduce((sum, { share }) => sum + share, 0);
    let [made, owed] = [0, 0];
    for (const city of this.cities) {
      owed += (city.share / shares) * count;
      for (; made < Math.round(owed); made++) yield this.#record(city, tariffId);
    }
  }

  /** Returns a position in a random city. Larger cities are chosen more often. */
  position(): { lat: number; lng: number } {
    const city = this.#pick(this.cities, 2);
    return this.#near(city);
  }

  /** Returns a word for names. A smaller `rank` (0 to 1) gives a more frequent word. */
  word(rank: number): string {
    return this.#words[Math.floor(rank * (this.#words.length - 1))] ?? '';
  }

  /**
   * Returns a word that is in the name or the address of at least about four per cent of the
   * stations.
   */
  commonWord(): string {
    return this.#pick([...kinds, ...streets, ...sides], 1).toLowerCase();
  }

  random(): number {
    return this.#random();
  }

  #record(city: City, tariffId: string): StationRecord {
    const { lat, lng } = this.#near(city);
    const random = this.#random;
    return {
      id: this.#freshId(),
      name:
        random() < 0.1
          ? Array.from({ length: 4 }, () => this.#pick(characters, 1)).join('')
          : `${capital(this.#rareWord())} ${this.#pick(kinds, 1)}`,
      address:
        `${1 + Math.floor(random() * 400)} ${this.#pick(sides, 1)} ` +
        `${capital(this.#rareWord())} ${this.#pick(streets, 1)}`,
      lat,
      lng,
      hours: Array.from({ length: 7 }, () => '08:00-22:00'),
      timeZone: 'Etc/UTC',
      floor: random() < 0.5 ? 'Ground floor' : null,
      hint: random() < 0.5 ? 'Left of the entrance, beside the lifts' : null,
      photo: null,
      tariffId,
      slots: 8,
      layout: null,
      secretHash: 'none',
      source: null,
      venueId: null,
    };
  }

  #near({ lat, lng, spread }: City): { lat: number; lng: number } {
    // The distances are distributed exponentially, so that some stations are far from the centre.
    const distance = -Math.log(1 - this.#random()) * spread;
    const angle = this.#random() * 2 * Math.PI;
    const east = lng + (Math.cos(angle) * distance) / Math.cos((lat * Math.PI) / 180);
    return { lat: lat + Math.sin(angle) * distance, lng: ((east + 540) % 360) - 180 };
  }

  #rareWord(): string {
    return this.#pick(this.#words, 3);
  }

  #pick<T>(list: readonly T[], skew: number): T {
    const found = list[Math.floor(this.#random() ** skew * list.length)];
    if (found === undefined) throw new Error('the list to choose from is empty');
    return found;
  }

  #freshId(): string {
    const id = makeStationId((below) => Math.floor(this.#random() * below));
    if (this.#ids.has(id)) return this.#freshId();
    this.#ids.add(id);
    return id;
  }

  #makeWord(): string {
    const syllable = () => this.#pick(onsets, 1) + this.#pick(vowels, 1) + this.#pick(codas, 1.5);
    return syllable() + syllable() + (this.#random() < 0.4 ? syllable() : '');
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
