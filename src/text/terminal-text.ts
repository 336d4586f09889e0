// Text from strangers, made safe to show on a terminal. Every such character is shown as `?`, in
// JSON as its escape.

/**
 * Characters that JSON leaves unescaped and that steer a terminal, turn the direction of its text
 * or break a line unseen.
 */
const HIDDEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu

/** Those and ASCII's controls: line ends, tabs, and the escape that a colour begins with. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** For text that stands within one line. */
export function plainForTerminal(text: string): string {
  return text.replaceAll(STEERING, '?')
}

/** A text of our own lines, with what strangers wrote within them. */
export function plainTextForTerminal(text: string): string {
  return text.split('\n').map(plainForTerminal).join('\n')
}

/**
 * Whole lines of the log, which keep their ends and colours: JSON has escaped ASCII's controls in
 * what strangers sent, but none of these.
 */
export function plainLinesForTerminal(lines: string): string {
  return lines.replaceAll(HIDDEN, '?')
}

/** JSON that means the same, whole lines of it too. */
export function jsonForTerminal(json: string): string {
  return json.replaceAll(HIDDEN, escaped)
}

/** As JSON escapes it: four digits for each UTF-16 unit. Without the flag u, `.` takes one unit. */
function escaped(character: string): string {
  return character.replaceAll(
    /./gs,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
