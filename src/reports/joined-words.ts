// Spaces at which a line of Russian text must not end, as no-break spaces. Never here: what a text
// says; a string that a reader compares or searches stays as it is.
import { NO_BREAK_SPACE } from '../text/russian-format.ts'

/**
 * `в`, `не`, `п.`, `СП`: a word this short stays with what follows; but not the mark of a unit
 * or year, nor one in brackets after another.
 */
const SHORT_WORD =
  /((?:^|(?<!\d) | (?!м |ч |га |км |эт\. |(?<=(?<!\d)(?:19|20)\d\d )гг?\. )|(?<![(«„]\p{L}{1,2}\.?[ \u00a0])[(«„])\p{L}{1,2}\.?) (?=[^ —–])/gu

/** `2021 г.`, `2021–2024 гг.`: of years; in `170000 г. Тверь` it is a town. */
const YEAR = /(?<=(?<!\d)(?:19|20)\d\d) (?=гг?\.(?![\p{L}\d]))/gu

/** Of a quantity in running text; those of `russian-format.ts` are joined already. */
const UNIT =
  /(?<=\d|млн|млрд|тыс\.) (?=(?:[мМ][²³]?|км|га|ч|эт|мес|дн(?:ей)?|шт|тыс|млн|млрд|₽|%)(?![\p{L}\d]))/gu

/** A dash never begins a line. */
const DASH = /(?<=[^ —–\u00a0]) (?=[—–] )/gu

/**
 * The text with no-break spaces after its shortest words, before units and before dashes. Each
 * joins two words at most to what stands between plain spaces, so that long texts still break.
 */
export function joinedWords(text: string): string {
  return text
    .replace(SHORT_WORD, `$1${NO_BREAK_SPACE}`)
    .replace(YEAR, NO_BREAK_SPACE)
    .replace(UNIT, NO_BREAK_SPACE)
    .replace(DASH, NO_BREAK_SPACE)
}
