// Texts that come as bytes: bodies of requests, and the files that an operator writes. Decoding is
// strict: a lenient one makes different bytes the same text.
import { isUtf8 } from 'node:buffer'

/**
 * @returns the text without the byte order mark that some editors begin a file with; undefined if
 *   the bytes are not UTF-8
 */
export function textOfUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8').replace(/^\uFEFF/, '') : undefined
}
