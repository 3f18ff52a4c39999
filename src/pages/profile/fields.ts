export const yourInfoPath = '/profile/yourInfo';

/** The fields that have their own page. */
const fields = ['name', 'email', 'phone', 'birthday', 'photo'] as const;
export type FieldName = (typeof fields)[number];

export function readField(type: string | undefined): FieldName | null {
  return fields.find((field) => field === type) ?? null;
}

/** The fields whose change the rider must confirm with a code. */
export type ContactName = Extract<FieldName, 'email' | 'phone'>;

export function readContact(type: string | undefined): ContactName | null {
  return type === 'email' || type === 'phone' ? type : null;
}
