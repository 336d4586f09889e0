// What the generated pages share.

export const NOTE = 'Written by `node scripts/generate-docs.ts` from the code; do not edit.'

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(' | ')} |`
  return [line(headings), `|${headings.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

export function inCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
