import { htmlNames } from './element.ts';
import type { CreateElement } from './element.ts';
import { createHtml, joinHtml } from './html.ts';
import type { Html } from './html.ts';
import { directionsIcon } from './icons.ts';
import { paintedHome, paintedList, paintedSkeleton, paintedStation } from './painted.ts';
import type { PaintedHomeTexts } from './painted.ts';
import { stationRow } from './stationRow.ts';

// The first screen of a page from the service worker. The build writes these templates into the page. The start script
// fills in the data of the last visit (src/app/start/paint.ts). Templates need fewer bytes than the functions that make
// them, and a browser clones a template faster than a script creates its elements.

/** A placeholder for a value. The page shows `text` until the start script fills in the value. */
const placeholder = (name: string, text = '') => `{{${name}|${text}}}`;

const anyPlaceholder = /^\{\{(\w+)\|([^}]*)\}\}$/;

/**
 * Creates an element as HTML, in which attributes name the values to fill in. For example,
 * `data-fill="href:open text:name"` means that `open` becomes the address of the link, and `name` becomes its text.
 */
const createTemplate: CreateElement<Html> = (tag, attributes, ...children) => {
  const fills: string[] = [];
  const emptied = <Value>(target: string, value: Value): Value | string => {
    const [, name, text = ''] = typeof value === 'string' ? (anyPlaceholder.exec(value) ?? []) : [];
    if (name === undefined) return value;
    fills.push(`${htmlNames[target] ?? target}:${name}`);
    return text;
  };
  const own = Object.entries(attributes ?? {}).map(([name, value]) => [name, emptied(name, value)]);
  const content = children.map((child) => emptied('text', child));
  const fill = fills.length > 0 ? { 'data-fill': fills.join(' ') } : {};
  return createHtml(tag, { ...Object.fromEntries(own), ...fill }, ...content);
};

/** The home page with a skeleton. It shows the given texts until the start script replaces them. */
export function homeTemplate(texts: PaintedHomeTexts): string {
  const placeholders = {
    home: placeholder('home', texts.home),
    menu: placeholder('menu', texts.menu),
    notification: placeholder('notification', texts.notification),
    search: placeholder('search', texts.search),
  };
  return paintedHome(createTemplate, placeholders, paintedSkeleton(createTemplate)).html;
}

/**
 * The templates of the sheet with the list, of one row of the list, and of the sheet of a station.
 * The start script adds the meter and the facts.
 */
export function sheetTemplates(): string {
  const h = createTemplate;
  const meter = h('svg', { className: 'st-meter' });
  const station = {
    name: placeholder('name'),
    counts: placeholder('counts'),
    href: placeholder('href'),
    label: placeholder('label'),
  };
  const row = { ...station, open: placeholder('open'), place: placeholder('place') };
  const sheet = {
    ...station,
    address: placeholder('address'),
    close: placeholder('close'),
    action: placeholder('action'),
    actionPath: placeholder('actionPath'),
    actionLook: placeholder('actionLook'),
    hasAction: true,
    hasPhoto: true,
    blur: placeholder('blur'),
  };
  const list = { around: placeholder('around'), scanToRent: placeholder('scanToRent') };
  return [
    template('paint-list', paintedList(h, list, [])),
    template('paint-row', [stationRow(h, row, meter, directionsIcon(h))]),
    template('paint-station', paintedStation(h, sheet, meter, [])),
  ].join('');
}

function template(id: string, content: readonly Html[]): string {
  return `<template id="${id}">${joinHtml(content)}</template>`;
}
