/**
 * The media query of the windows in which the sheet is a panel beside the map. Styles cannot import it, so these style
 * sheets repeat it: home.css, map.css, locate.css and stations.css (as a part of a longer query) in `src/app/start/`,
 * and search.module.css, HomeAsides.module.css and MyStations.module.css in `src/pages/`. mapStyle.test.ts compares
 * them.
 */
export const sheetBeside = '(width >= 840px), (orientation: landscape) and (height < 480px)';
