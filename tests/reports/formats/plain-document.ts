// A document to be made into bytes, of the blocks that a test is about and nothing else.
import type { ReportDocument } from '../../../src/reports/document.ts'

export function documentOf(
  blocks: ReportDocument['blocks'],
  more: Partial<ReportDocument> = {},
): ReportDocument {
  return {
    id: 'x',
    title: 'Проба',
    createdAt: '2024-05-20T09:14:03.250Z',
    header: 'Верх',
    footer: 'Низ',
    blocks,
    ...more,
  }
}
