import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeStationId } from '../../../contract/rules/places/stationId.ts';
import { readStationLink } from './readStationLink.ts';

const trusted = { origin: 'https://rent.example', linkHosts: ['qr.example', 'codes.example:8443'] };
const read = (text: string) => readStationLink(text, trusted);

const stationId = fc
  .infiniteStream(fc.nat({ max: 29 }))
  .map((numbers) => makeStationId(() => numbers.next().value ?? 0));
const hosts = fc.constantFrom(
  'https://rent.example',
  'https://qr.example',
  'http://qr.example',
  'https://codes.example:8443',
);

describe('readStationLink', () => {
  it('reads every id from every kind of trusted link', () => {
    fc.assert(
      fc.property(stationId, hosts, fc.boolean(), (id, host, lowerCase) => {
        const written = lowerCase ? id.toLowerCase() : id;
        expect(read(`${host}/home?equip_id=${written}`)).toBe(id);
        expect(read(`${host}/s/${written}`)).toBe(id);
        expect(read(`${host}/s/${written}/?utm_source=sticker#top`)).toBe(id);
        expect(read(` ${written}\n`)).toBe(id);
        expect(read(`${written.slice(0, 3)}-${written.slice(3)}`)).toBe(id);
      }),
    );
  });

  it('reads nothing from other hosts', () => {
    fc.assert(
      fc.property(stationId, fc.webAuthority(), (id, authority) => {
        fc.pre(!['rent.example', 'qr.example', 'codes.example:8443'].includes(authority));
        expect(read(`https://${authority}/home?equip_id=${id}`)).toBeNull();
      }),
    );
  });

  it('never throws, and only returns complete ids', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        const id = read(text);
        if (id !== null) expect(id).toMatch(/^[2-9A-HJKMNP-TV-Z]{7}$/);
      }),
    );
  });

  it.each([
    ['a look-alike host', 'https://rent.example.evil.test/home?equip_id={id}'],
    ['our host name before an at sign', 'https://rent.example@evil.test/{id}'],
    ['another port of our host', 'https://rent.example:444/{id}'],
    ['a script', 'javascript:alert("{id}")'],
    ['another protocol on a listed host', 'ftp://qr.example/{id}'],
    ['Wi-Fi credentials', 'WIFI:S:cafe;T:WPA;P:{id};;'],
    ['an empty equip_id, even with an id in the path', 'https://rent.example/{id}?equip_id='],
  ])('refuses %s', (_, text) => {
    const id = makeStationId(() => 7);
    expect(read(text.replace('{id}', id))).toBeNull();
  });

  it('refuses an id with a wrong check character', () => {
    const id = makeStationId(() => 3);
    const wrong = id.slice(0, 6) + (id.endsWith('2') ? '3' : '2');
    expect(read(wrong)).toBeNull();
    expect(read(`https://rent.example/home?equip_id=${wrong}`)).toBeNull();
  });

  it('does not throw if the path contains an invalid percent escape', () => {
    expect(read('https://rent.example/%E0%A4%A')).toBeNull();
  });
});
