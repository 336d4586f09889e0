// Text in the form in which both databases can hold it.

/** U+0000 is written as U+2400 and an unpaired surrogate as U+FFFD: no database text holds them. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\u2400').toWellFormed()
}

export function storableOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : storableText(text)
}
