// What people and their programs write into a cell that holds nothing. Never knows what the cell is
// of: a column may have words of its own for it.

const NOTHING = new Set([
  // Programs: pandas, R, PostgreSQL, MySQL and JavaScript. Not "None": it is a condition.
  ...['null', '(null)', 'nan', 'n/a', 'na', '<na>', 'undefined', String.raw`\n`],
  // Excel's errors, in Russian too.
  ...['#n/a', '#div/0!', '#value!', '#ref!', '#name?', '#num!', '#null!'],
  ...['#н/д', '#дел/0!', '#знач!', '#ссылка!', '#имя?', '#число!', '#пусто!'],
  // People.
  ...['-', '–', '—', 'н/д', 'н.д.', 'нет данных', 'нет сведений'],
  ...['не указан', 'не указана', 'не указано', 'неизвестно'],
])

/** @param cell without blanks around it */
export function isNothing(cell: string): boolean {
  return cell === '' || NOTHING.has(cell.toLowerCase())
}
