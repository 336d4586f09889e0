// What people and their programs write into a cell that holds nothing. Never knows what the cell is
// of: a column may have words of its own for it.

const NOTHING = new Set([
  // Programs: pandas, R, Excel (in Russian too), PostgreSQL and MySQL. Not "None": it is a condition.
  ...['null', 'nan', 'n/a', 'na', '<na>', '#n/a', '#н/д', String.raw`\n`],
  // People.
  ...['-', '–', '—', 'н/д', 'нет данных', 'нет сведений'],
  ...['не указан', 'не указана', 'не указано', 'неизвестно'],
])

/** @param cell without blanks around it */
export function isNothing(cell: string): boolean {
  return cell === '' || NOTHING.has(cell.toLowerCase())
}
