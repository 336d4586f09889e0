// The look of a Word file: named styles, page and measures. Says nothing of any block's content.
import type { ISectionPropertiesOptions, IStylesOptions } from 'docx'
import { PAGE_MARGIN_MM, PAGE_WIDTH_MM } from '../page.ts'
import { OFFICE_FONT_FAMILY } from './fonts.ts'
import { ALARM, ALARM_WASH, INKS } from './palette.ts'

/** Word's unit of lengths is the twip, a twentieth of a point. */
export const mmToTwips = (mm: number) => Math.round((mm / 25.4) * 1440)
const pointsToTwips = (points: number) => points * 20
/** Word counts type sizes in half points. */
export const halfPoints = (points: number) => points * 2

export const PAGE: ISectionPropertiesOptions = {
  page: {
    size: { width: mmToTwips(210), height: mmToTwips(297) },
    margin: {
      top: mmToTwips(23),
      bottom: mmToTwips(20),
      left: mmToTwips(PAGE_MARGIN_MM),
      right: mmToTwips(PAGE_MARGIN_MM),
      header: mmToTwips(8),
      footer: mmToTwips(9),
    },
  },
}

/** One line with a text at either end. */
export const BOTH_ENDS = [{ type: 'right', position: mmToTwips(PAGE_WIDTH_MM) }] as const

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
  run: { size: halfPoints(points), bold: true, color },
  paragraph: {
    spacing: { before: pointsToTwips(beforePt), after: pointsToTwips(afterPt) },
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
        size: halfPoints(10),
        color: INKS.text,
        language: { value: 'ru-RU', eastAsia: 'ru-RU', bidirectional: 'ru-RU' },
      },
      paragraph: { spacing: { after: pointsToTwips(5), line: 252, lineRule: 'auto' as const } },
    },
    heading1: heading(20, INKS.text, 0, 8),
    heading2: heading(13, INKS.accent, 14, 5),
  },
  paragraphStyles: [
    {
      ...own(STYLE.subtitle, 'Report Subtitle'),
      run: { size: halfPoints(12) },
      paragraph: { spacing: { after: pointsToTwips(8) } },
    },
    {
      ...own(STYLE.figureLabel, 'Report Figure Label'),
      run: { size: halfPoints(9), color: INKS.quiet },
      paragraph: { spacing: { before: pointsToTwips(6), after: 0 }, keepNext: true },
    },
    {
      ...own(STYLE.lead, 'Report Lead Figure'),
      run: { size: halfPoints(24), bold: true, color: INKS.accent },
      paragraph: { spacing: NO_SPACE },
    },
    {
      ...own(STYLE.figure, 'Report Figure'),
      run: { size: halfPoints(14), bold: true },
      paragraph: { spacing: NO_SPACE },
    },
    {
      ...own(STYLE.figureNote, 'Report Figure Note'),
      run: { size: halfPoints(9.5) },
      paragraph: { spacing: NO_SPACE },
    },
    {
      ...own(STYLE.note, 'Report Note'),
      run: { size: halfPoints(8.5), color: INKS.quiet },
      paragraph: { spacing: { after: pointsToTwips(6) } },
    },
    {
      ...own(STYLE.warning, 'Report Warning'),
      paragraph: {
        spacing: { before: pointsToTwips(8), after: pointsToTwips(8) },
        indent: { left: mmToTwips(3), right: mmToTwips(3) },
        keepLines: true,
        shading: { type: 'clear', color: 'auto', fill: ALARM_WASH },
        border: { left: { style: 'single', size: 18, color: ALARM, space: 6 } },
      },
    },
    {
      ...own(STYLE.cell, 'Report Cell'),
      run: { size: halfPoints(8.5) },
      paragraph: { spacing: { ...NO_SPACE, line: 240, lineRule: 'auto' } },
    },
    {
      ...own(STYLE.picture, 'Report Picture'),
      paragraph: {
        spacing: { before: pointsToTwips(4), after: pointsToTwips(3), line: 240, lineRule: 'auto' },
      },
    },
    // Word joins two tables that touch, and wants a paragraph at the end of a cell.
    {
      ...own(STYLE.gap, 'Report Gap'),
      run: { size: halfPoints(4) },
      paragraph: { spacing: { ...NO_SPACE, line: 240, lineRule: 'auto' } },
    },
    {
      ...own(STYLE.mark, 'Report Mark'),
      run: { size: halfPoints(9), bold: true, color: INKS.paper },
      paragraph: {
        alignment: 'center',
        spacing: { before: 0, after: pointsToTwips(4) },
        shading: { type: 'clear', color: 'auto', fill: ALARM },
        // The strip reaches to its borders.
        border: {
          top: { style: 'single', size: 4, color: ALARM, space: 2 },
          bottom: { style: 'single', size: 4, color: ALARM, space: 2 },
        },
      },
    },
    {
      ...own(STYLE.margin, 'Report Margin'),
      run: { size: halfPoints(8), color: INKS.quiet },
      paragraph: { spacing: NO_SPACE },
    },
  ],
}
