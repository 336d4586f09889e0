// Text for Telegram's parse_mode HTML: its bounds, and how plain text becomes harmless in it.
// What a message says belongs to its sender.
import { escapeXml } from './xml-text.ts'

/** Bot API: a message's text after entities parsing, in UTF-16 code units. */
export const MAX_MESSAGE_UNITS = 4096

/** For the value of an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;')
}

/** Whether a cut behind this code unit would leave half a character. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
