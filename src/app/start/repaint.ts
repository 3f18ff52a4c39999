import { startLanguage } from '../../lib/language/language.ts';
import { readLastVisit, readStored } from './lastVisitData.ts';
import { paintHome } from './paint.ts';
import { paintSavedMap } from './paintSavedMap.ts';
import { readStartWords } from './startWords.ts';

// This script runs directly after the markup of a page from the service worker, and paints the data
// of the last visit. A page from the server is already painted and does not contain this script.
// The build compiles this script into index.html.
const language = startLanguage(readStored('changeLanguage'), navigator);
document.documentElement.lang = language;
const query = new URLSearchParams(location.search);
const linked = query.has('link') ? 'link' : (query.get('equip_id')?.toUpperCase() ?? null);

if (document.documentElement.dataset['start'] === 'home') {
  const last = readLastVisit();
  const words = readStartWords(language);
  // Paint the stations even if the map fails, and the map even if the stations fail.
  if (last && words) attempt(() => paintHome(last, linked, words, language));
  if (linked === null) attempt(() => paintSavedMap(language));
}

/**
 * Ignores errors of `paint`, because the stored data may be invalid. The app validates the data
 * again when the app starts.
 */
function attempt(paint: () => void): void {
  try {
    paint();
  } catch {
    // Keep the skeleton.
  }
}
