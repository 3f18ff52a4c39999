export type ChangeKind =
  | 'field removed'
  | 'field added'
  | 'null'
  | 'another type'
  | 'unknown word'
  | 'fraction'
  | 'negative number'
  | 'large number'
  | 'nested in a list'
  | 'nested in an object'
  | 'taken out of its list'
  | 'list emptied'
  | 'element repeated';

export interface Change {
  kind: ChangeKind;
  /** The path of the change. Dots separate fields, and `*` stands for the elements of a list. */
  path: string;
  /** The whole value, in which only this change was made. */
  value: unknown;
}

const unknownWord = 'ofTomorrow';
const ofEachType: unknown[] = [{}, [], true, 7, unknownWord];

/** The changes of each `ChangeKind` that a JSON value allows, one at a time, at any depth. */
export function changesOf(value: unknown, path: string): Change[] {
  const here = (kind: ChangeKind, changed: unknown): Change => ({ kind, path, value: changed });
  const changes = [
    here('nested in a list', [value]),
    here('nested in an object', { value }),
    ...ofEachType
      .filter((other) => typeOf(other) !== typeOf(value))
      .map((other) => {
        const isWord = value === null && other === unknownWord;
        return here(isWord ? 'unknown word' : 'another type', other);
      }),
  ];
  if (value !== null) changes.push(here('null', null));
  if (typeof value === 'string') changes.push(here('unknown word', unknownWord));
  if (typeof value === 'number') {
    changes.push(here('fraction', 0.5), here('negative number', -1), here('large number', 1e9));
  }
  if (Array.isArray(value)) changes.push(...changesOfList(value, path));
  else if (typeof value === 'object' && value !== null) {
    changes.push(here('field added', { ...value, [unknownWord]: 1 }));
    for (const [name, field] of Object.entries(value)) {
      const fieldPath = `${path}.${name}`;
      const others = Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
      changes.push({ kind: 'field removed', path: fieldPath, value: others });
      for (const change of changesOf(field, fieldPath)) {
        changes.push({ ...change, value: { ...value, [name]: change.value } });
      }
    }
  }
  return changes;
}

function changesOfList(list: unknown[], path: string): Change[] {
  if (list.length === 0) return [];
  const elements = list.flatMap((element, index) =>
    changesOf(element, `${path}.*`).map((change) => ({
      ...change,
      value: list.with(index, change.value),
    })),
  );
  return [
    { kind: 'list emptied', path, value: [] },
    { kind: 'element repeated', path, value: [...list, list[0]] },
    { kind: 'taken out of its list', path, value: list[0] },
    ...elements,
  ];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
