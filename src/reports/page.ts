// What the pages of all reports have in common. Never here: what they say (*-report.ts) and how
// they look (formats/).

/** A4. */
const PAPER_WIDTH_MM = 210
/** At either side. */
export const PAGE_MARGIN_MM = 16
/** Between the margins. */
export const PAGE_WIDTH_MM = PAPER_WIDTH_MM - 2 * PAGE_MARGIN_MM

/** Said loudly on every page of a report of made-up data. */
export const DEMO_MARK = 'Демонстрационные данные'
