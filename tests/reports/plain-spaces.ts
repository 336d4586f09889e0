// Russian texts without the spaces that no line breaks at, as a test writes them.

export function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}
