// What the generated pages share.

export const NOTE = 'Written by `npm run fix` from the code; do not edit.'

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(' | ')} |`
  return [line(headings), `|${headings.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

const WIDTH = 120

/** A paragraph in lines of the width that the documents keep. */
export function wrapped(paragraph: string): string {
  const lines: string[] = ['']
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (longer.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.join('\n')
}
