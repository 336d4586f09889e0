// Text from strangers, made safe to show on a terminal. Every such character is shown as `?`.

/** What steers a terminal beyond ASCII, turns the direction of its text or breaks a line unseen. */
const HIDDEN = /[\u0080-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu

/** ASCII's own as well: line ends, tabs, and the escape that a colour begins with. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text that stands within one line. */
export function plainForTerminal(text: string): string {
  return text.replaceAll(STEERING, '?')
}

/**
 * Whole lines of the log, which keep their ends and colours: JSON has escaped ASCII's controls in
 * what strangers sent, but none of these.
 */
export function plainLinesForTerminal(lines: string): string {
  return lines.replaceAll(HIDDEN, '?')
}
