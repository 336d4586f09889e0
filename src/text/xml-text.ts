// Text that becomes part of XML, or of what is read by its rules: SVG, Telegram's HTML. Characters
// that XML forbids are not looked for here.

/** Between tags only `<`, `>` and `&` mean something; Telegram takes no others escaped. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
