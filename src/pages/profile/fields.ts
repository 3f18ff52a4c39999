export const yourInfoPath = '/profile/yourInfo';

/** The fields that have a page of their own. */
const fields = ['name', 'email', 'phone', 'birthday', 'photo'] as const;
export type FieldName = (typeof fields)[number];

export function readField(type: string | undefined): FieldName | null {
  return fields.find((field) => field === type) ?? null;
}

/** Those that a code confirms. */
export type ContactName = Extract<FieldName, 'email' | 'phone'>;

export function readContact(type: string | undefined): ContactName | null {
  return type === 'email' || type === 'phone' ? type : null;
}
