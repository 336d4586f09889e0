// The look of a Word file: named styles, page and measures. Says nothing of any block's content.
import type { ISectionPropertiesOptions, IStylesOptions } from 'docx'
import { PAGE_MARGIN_MM, PAGE_WIDTH_MM } from '../page.ts'
import { OFFICE_FONT_FAMILY } from './fonts.ts'
import { ALARM, ALARM_WASH, INKS } from './palette.ts'

/** Twentieths of a point, Word's unit of lengths. */
export const mm = (millimetres: number) => Math.round((millimetres / 25.4) * 1440)
const pt = (points: number) => points * 20
/** Word counts type sizes in half points. */
export const size = (points: number) => points * 2

export const PAGE: ISectionPropertiesOptions = {
  page: {
    size: { width: mm(210), height: mm(297) },
    margin: {
      top: mm(23),
      bottom: mm(20),
      left: mm(PAGE_MARGIN_MM),
      right: mm(PAGE_MARGIN_MM),
      header: mm(8),
      footer: mm(9),
    },
  },
}

/** One line with a text at either end. */
export const BOTH_ENDS = [{ type: 'right', position: mm(PAGE_WIDTH_MM) }] as const

export const STYLE = {
  subtitle: 'ReportSubtitle',
  lead: 'ReportLeadFigure',
  figure: 'ReportFigure',
  figureLabel: 'ReportFigureLabel',
  figureNote: 'ReportFigureNote',
  note: 'ReportNote',
  warning: 'ReportWarning',
  cell: 'ReportCell',
  picture: 'ReportPicture',
  gap: 'ReportGap',
  mark: 'ReportMark',
  margin: 'ReportMargin',
} as const

const heading = (points: number, color: string, beforePt: number, afterPt: number) => ({
  run: { size: size(points), bold: true, color },
  paragraph: {
    spacing: { before: pt(beforePt), after: pt(afterPt) },
    keepNext: true,
    keepLines: true,
  },
})

const own = (id: string, name: string) => ({ id, name, basedOn: 'Normal', quickFormat: true })
const NO_SPACE = { before: 0, after: 0 }

export const STYLES: IStylesOptions = {
  default: {
    document: {
      run: {
        font: OFFICE_FONT_FAMILY,
        size: size(10),
        color: INKS.text,
        language: { value: 'ru-RU', eastAsia: 'ru-RU', bidirectional: 'ru-RU' },
      },
      paragraph: { spacing: { after: pt(5), line: 252, lineRule: 'auto' as const } },
    },
    heading1: heading(20, INKS.text, 0, 8),
    heading2: heading(13, INKS.accent, 14, 5),
    heading3: heading(11.5, INKS.text, 10, 4),
  },
  paragraphStyles: [
    {
      ...own(STYLE.subtitle, 'Report Subtitle'),
      run: { size: size(12) },
      paragraph: { spacing: { after: pt(8) } },
    },
    {
      ...own(STYLE.figureLabel, 'Report Figure Label'),
      run: { size: size(9), color: INKS.quiet },
      paragraph: { spacing: { before: pt(6), after: 0 }, keepNext: true },
    },
    {
      ...own(STYLE.lead, 'Report Lead Figure'),
      run: { size: size(24), bold: true, color: INKS.accent },
      paragraph: { spacing: NO_SPACE },
    },
    {
      ...own(STYLE.figure, 'Report Figure'),
      run: { size: size(14), bold: true },
      paragraph: { spacing: NO_SPACE },
    },
    {
      ...own(STYLE.figureNote, 'Report Figure Note'),
      run: { size: size(9.5) },
      paragraph: { spacing: NO_SPACE },
    },
    {
      ...own(STYLE.note, 'Report Note'),
      run: { size: size(8.5), color: INKS.quiet },
      paragraph: { spacing: { after: pt(6) } },
    },
    {
      ...own(STYLE.warning, 'Report Warning'),
      paragraph: {
        spacing: { before: pt(8), after: pt(8) },
        indent: { left: mm(3), right: mm(3) },
        keepLines: true,
        shading: { type: 'clear', color: 'auto', fill: ALARM_WASH },
        border: { left: { style: 'single', size: 18, color: ALARM, space: 6 } },
      },
    },
    {
      ...own(STYLE.cell, 'Report Cell'),
      run: { size: size(8.5) },
      paragraph: { spacing: { ...NO_SPACE, line: 240, lineRule: 'auto' } },
    },
    {
      ...own(STYLE.picture, 'Report Picture'),
      paragraph: { spacing: { before: pt(4), after: pt(3), line: 240, lineRule: 'auto' } },
    },
    // Word joins two tables that touch, and wants a paragraph at the end of a cell.
    {
      ...own(STYLE.gap, 'Report Gap'),
      run: { size: size(4) },
      paragraph: { spacing: { ...NO_SPACE, line: 240, lineRule: 'auto' } },
    },
    {
      ...own(STYLE.mark, 'Report Mark'),
      run: { size: size(9), bold: true, color: INKS.paper },
      paragraph: {
        alignment: 'center',
        spacing: { before: 0, after: pt(4) },
        shading: { type: 'clear', color: 'auto', fill: ALARM },
      },
    },
    {
      ...own(STYLE.margin, 'Report Margin'),
      run: { size: size(8), color: INKS.quiet },
      paragraph: { spacing: NO_SPACE },
    },
  ],
}
