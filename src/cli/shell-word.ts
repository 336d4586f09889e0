// Texts from outside in commands that the command line prints: a reader may copy them into a shell.

/** What a shell takes as it stands. */
const PLAIN = /^[\p{L}\p{N}_.,:/@%+-]+$/u

/** The text as one word of a POSIX shell, in single quotes where it needs them. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
