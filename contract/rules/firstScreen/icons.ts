import type { CreateElement } from './element.ts';

/** An icon made of lines, 24 by 24 units. */
export function icon<Part>(h: CreateElement<Part>, ...shapes: readonly Part[]): Part {
  return h(
    'svg',
    {
      width: '24',
      height: '24',
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '2',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': 'true',
    },
    ...shapes,
  );
}

export const menuIcon = <Part>(h: CreateElement<Part>) =>
  icon(h, h('path', { d: 'M4 8h16M4 16h10' }));

export const searchIcon = <Part>(h: CreateElement<Part>) =>
  icon(h, h('circle', { cx: '11', cy: '11', r: '6' }), h('path', { d: 'M15.5 15.5L20 20' }));

export const bellIcon = <Part>(h: CreateElement<Part>) =>
  icon(h, h('path', { d: 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4' }));

export const directionsIcon = <Part>(h: CreateElement<Part>) =>
  icon(h, h('path', { d: 'M7 19v-6a4 4 0 0 1 4-4h7M14 5l4 4-4 4' }));

export const locateIcon = <Part>(h: CreateElement<Part>) =>
  icon(
    h,
    h('circle', { cx: '12', cy: '12', r: '6.5' }),
    h('path', { d: 'M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3' }),
    h('circle', { cx: '12', cy: '12', r: '1.5', fill: 'currentColor' }),
  );

export const scanIcon = <Part>(h: CreateElement<Part>) =>
  icon(
    h,
    h('path', {
      d: 'M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2',
    }),
    h('rect', { x: '9.5', y: '7.5', width: '5', height: '9', rx: '2.5' }),
  );
