/**
 * The media query of the windows in which the sheet is a panel beside the map. Styles cannot import it, so home.css,
 * map.css and locate.css repeat it.
 */
export const sheetBeside = '(width >= 840px), (orientation: landscape) and (height < 480px)';
