import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../contract/config.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { escapeHtml } from '../../../contract/rules/firstScreen/html.ts';
import { rateText } from '../../../contract/rules/firstScreen/priceFacts.ts';
import { stationPath } from '../../../contract/rules/firstScreen/stationTexts.ts';
import { previewPicture } from '../../../contract/rules/app/previewPicture.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import type { Station } from '../../../contract/stations.ts';
import type { Settings } from '../../settings/settings.ts';
import type { CardTexts } from './cardDrawing.ts';
import { stationTexts, textOf, wordsOf } from './words.ts';
import type { Words } from './words.ts';

export interface Linked {
  settings: Pick<Settings, 'publicUrl' | 'brand' | 'currency' | 'referral'>;
  words: Words;
  language: Language;
  /** The station in the address. It is null if the address has no station or an unknown station. */
  station: Station | null;
  /** The invite code in the address. */
  invite: string | null;
  url: URL;
}

interface Preview {
  title: string;
  text: string;
  /** The path with the query. The query contains only the parameters that the preview needs. */
  path: string;
}

/** Whether a browser opens a page. Browsers then send this header; crawlers and link previews do not. */
export function isNavigation(headers: FastifyRequest['headers']): boolean {
  return headers['sec-fetch-mode'] === 'navigate';
}

/** The invite code in an address. It is null if the address has no code in the right format. */
export function invitedBy(url: URL): string | null {
  const code = url.searchParams.get('invite')?.replace(/\s/g, '') ?? '';
  return /^[A-Za-z0-9-]{4,20}$/.test(code) ? code : null;
}

/**
 * Adds the metadata that messengers, social networks and search engines show for a link.
 *
 * @param page the HTML of the page, or at least its head.
 */
export function withPreview(page: string, linked: Linked): string {
  const { settings, words } = linked;
  const { title, text, path } = previewOf(linked);
  const properties = {
    'og:type': 'website',
    'og:site_name': settings.brand.name || textOf(words, 'appName'),
    'og:title': title,
    'og:description': text,
    'og:url': settings.publicUrl + path,
    ...pictureOf(linked),
  };
  const tags = Object.entries(properties).map(
    ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}"/>`,
  );
  return page
    .replace(/(?<=<meta name="description" content=")[^"]*/, () => escapeHtml(text))
    .replace(
      '</head>',
      () => `${tags.join('')}<meta name="twitter:card" content="summary_large_image"/></head>`,
    );
}

function pictureOf({ settings, words, station, language }: Linked): Record<string, string> {
  const { path, width, height } = previewPicture;
  const photo = URL.parse(station?.photo ?? '', settings.publicUrl);
  // Use only pictures in these formats, because messengers do not show SVG pictures.
  if (station && photo && /\.(?:jpe?g|png|webp)$/i.test(photo.pathname)) {
    return { 'og:image': photo.href, 'og:image:alt': station.name };
  }
  const card = station && `${fillPath(paths.stationCard, { id: station.id })}?lang=${language}`;
  return {
    'og:image': settings.publicUrl + (card ?? path),
    'og:image:type': 'image/png',
    'og:image:width': String(width),
    'og:image:height': String(height),
    'og:image:alt': station?.name ?? textOf(words, 'preview.imageAlt'),
  };
}

function previewOf(linked: Linked): Preview {
  const { settings, words, station, invite, url } = linked;
  const { reward } = settings.referral;
  if (station) return previewOfStation(station, linked);
  if (invite !== null && reward > 0) {
    const values = { reward: formatMoney({ amount: reward, currency: settings.currency }) };
    return {
      title: textOf(words, 'preview.inviteTitle', values),
      text: textOf(words, 'preview.inviteText', values),
      path: `/home?invite=${encodeURIComponent(invite)}`,
    };
  }
  return {
    title: textOf(words, 'appName'),
    text: textOf(words, 'description'),
    path: url.pathname === '/' ? '/home' : url.pathname,
  };
}

/** The preview omits the number of chargers, because messengers store a preview for days. */
function previewOfStation(station: Station, { language }: Linked): Preview {
  return {
    title: station.name,
    text: `${station.address} · ${priceText(station, language)}`,
    path: stationPath(station.id) + (language === 'en' ? '' : `&lang=${language}`),
  };
}

function priceText({ tariff }: Station, language: Language): string {
  const amount = formatMoney({ amount: tariff.unlockFee, currency: tariff.currency });
  const unlock = textOf(wordsOf(language), 'preview.unlockFee', { amount });
  return `${unlock} · ${rateText(stationTexts(language).say, tariff, language)}`;
}

/** Returns the texts in the picture for the link preview of a station. */
export function cardTexts(
  station: Station,
  language: Language,
  { brand }: Pick<Settings, 'brand'>,
): CardTexts {
  return {
    brand: brand.name || textOf(wordsOf(language), 'appName'),
    name: station.name,
    address: station.address,
    price: priceText(station, language),
  };
}
