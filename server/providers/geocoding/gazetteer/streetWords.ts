/** Groups of spellings of one word in addresses, in English, Spanish, French, German and Italian. */
const kinds: readonly (readonly string[])[] = [
  ['street', 'st', 'str', 'saint', 'strasse'],
  ['avenue', 'ave', 'av', 'avenida', 'avda'],
  ['boulevard', 'blvd', 'boul', 'bulevar'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['lane', 'ln'],
  ['court', 'ct'],
  ['place', 'pl', 'platz', 'plaza', 'plz'],
  ['square', 'sq'],
  ['parkway', 'pkwy'],
  ['highway', 'hwy'],
  ['expressway', 'expy', 'expwy'],
  ['terrace', 'ter'],
  ['circle', 'cir'],
  ['crescent', 'cres'],
  ['alley', 'aly'],
  ['calle', 'cl'],
  ['carretera', 'ctra'],
  ['paseo', 'pso'],
  ['via'],
  ['rue'],
  ['way'],
  ['north', 'n', 'norte'],
  ['south', 's', 'sur'],
  ['east', 'e', 'este'],
  ['west', 'w', 'oeste'],
  ['northeast', 'ne'],
  ['northwest', 'nw'],
  ['southeast', 'se'],
  ['southwest', 'sw'],
];

/** Groups of spellings of ordinal numbers in the names of streets. */
const ordinals: readonly (readonly string[])[] = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['sixth', '6th'],
  ['seventh', '7th'],
  ['eighth', '8th'],
  ['ninth', '9th'],
  ['tenth', '10th'],
];

const index = (groups: readonly (readonly string[])[]) =>
  new Map(groups.flatMap((group) => group.map((word) => [word, group] as const)));
const general = index(kinds);
const all = new Map([...general, ...index(ordinals)]);

/** Returns all spellings of a word. The first spelling in the result is the same for all spellings of a word. */
export function formsOf(word: string): readonly string[] {
  const known = all.get(word);
  if (known) return known;
  // In German, the word for street is joined with the name, as in Hauptstrasse and Hauptstr.
  const stem = /^(\p{L}{3,})str(?:asse)?$/u.exec(word)?.[1];
  return stem === undefined ? [word] : [`${stem}strasse`, `${stem}str`];
}

/** Whether the names of many streets contain the word, such as a direction or `Street`. */
export function isGeneral(word: string): boolean {
  return general.has(word);
}
