/** A phone that its owner recognises: `••67`. */
export function maskPhone(phone: string): string {
  return `••${phone.slice(-2)}`;
}

/** An address that its owner recognises: `a•••@example.com`. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
}
