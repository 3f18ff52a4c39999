import i18next, { type i18n } from 'i18next';
import { expect, test, vi } from 'vitest';
import common from '../../../locales/en/common.json' with { type: 'json' };
import errors from '../../../locales/en/errors.json' with { type: 'json' };
import spanish from '../../../locales/es/common.json' with { type: 'json' };
import { makePlainTextsFast } from './fastPlainTexts.ts';

const resources = { en: { common, errors }, es: { common: spanish } };

async function create({ isFast }: { isFast: boolean }): Promise<i18n> {
  const created = i18next.createInstance();
  await created.init({ lng: 'en', fallbackLng: false, defaultNS: 'common', resources });
  if (isFast) makePlainTextsFast(created);
  return created;
}

async function readTexts(options: { isFast: boolean }): Promise<string[]> {
  const created = await create(options);
  const t = created.getFixedT('en', 'common');
  const both = created.getFixedT('en', ['common', 'errors'] as const);
  const inSpanish = created.getFixedT('es', 'common');
  const inFrench = created.getFixedT('fr', 'common');
  return [
    t(($) => $.back),
    t(($) => $.languages.es),
    t(($) => $.chargers, { count: 2 }),
    t(($) => $.updatedAt, { time: '9:02' }),
    both(($) => $.done),
    both(($) => $.errors.cardExpired),
    inSpanish(($) => $.back),
    inFrench(($) => $.back),
    created.getFixedT(null, 'common')(($) => $.back),
  ];
}

test('the texts are the same as those of i18next', async () => {
  const texts = await readTexts({ isFast: true });
  expect(texts).toEqual(await readTexts({ isFast: false }));
  expect(texts.slice(0, 4)).toEqual(['Back', 'Español', '2 chargers', 'Updated 9:02']);
});

test.each([
  ['an array of namespaces', ['en', ['first', 'second']]],
  ['the namespaces of a component', ['en', 'first', undefined, { scopeNs: ['first', 'second'] }]],
])('with %s, a namespace has priority over a key of the first namespace', async (_, given) => {
  const texts = { first: { second: { x: 'of the key' } }, second: { x: 'of the namespace' } };
  const read = async ({ isFast }: { isFast: boolean }) => {
    const created = i18next.createInstance();
    await created.init({ lng: 'en', fallbackLng: false, resources: { en: texts } });
    if (isFast) makePlainTextsFast(created);
    const getFixedT: object = created.getFixedT;
    const t: unknown =
      typeof getFixedT === 'function' ? Reflect.apply(getFixedT, created, given) : null;
    const selector = ($: typeof texts.first) => $.second.x;
    return typeof t === 'function' ? Reflect.apply(t, undefined, [selector]) : null;
  };
  expect(await read({ isFast: true })).toBe(await read({ isFast: false }));
  expect(await read({ isFast: true })).toBe('of the namespace');
});

test('a second call for the same instance changes nothing', async () => {
  const created = await create({ isFast: true });
  const { getFixedT } = created;
  makePlainTextsFast(created);
  expect(created.getFixedT).toBe(getFixedT);
});

test('i18next resolves only texts with values', async () => {
  const created = await create({ isFast: true });
  const resolve = vi.spyOn(created.services.interpolator, 'interpolate');
  const t = created.getFixedT('en', 'common');
  t(($) => $.back);
  expect(resolve).not.toHaveBeenCalled();
  t(($) => $.chargers, { count: 2 });
  expect(resolve).toHaveBeenCalled();
});
