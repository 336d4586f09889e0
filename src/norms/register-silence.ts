// When a register's field holds words that say nothing: exports fill what is unknown with a dash or
// a phrase, which forbids nothing and allows nothing.

/** The field itself may be named: "категория не установлена". */
const FIELD = '(?:(?:категори|вид)\\S*(?: (?:земел|разреш|использ)\\S*)* ?(?:[:–—-] ?)?)?'

const NOTHING = [
  '[–—.-]*',
  String.raw`н ?[/.]? ?д\.?`,
  String.raw`(?:нет|без) (?:данн|сведен|указан|информац)\S*`,
  String.raw`(?:данн|сведен|информац)\S* (?:отсутств|не )\S*`,
  String.raw`не (?:установлен|указан|определ[её]н|задан|известн)\S*`,
  String.raw`неизвестн\S*`,
  String.raw`отсутству\S*`,
].join('|')

const SILENT = new RegExp(`^${FIELD}(?:${NOTHING})$`, 'iu')

/** Whether nothing is known by it: null, a dash, or words such as "не установлено". */
export function isSilent(text: string | null): boolean {
  return text === null || SILENT.test(text.trim().replace(/\s+/gu, ' '))
}
