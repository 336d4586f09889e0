// The typed door to pptxgenjs. Its types describe a CommonJS module, what Node loads is an ES one:
// the class is the default export itself, not a member of it.
import pptxgenjs from 'pptxgenjs'

export const Presentation = pptxgenjs as unknown as typeof pptxgenjs.default

export type Canvas = pptxgenjs.default.Slide
export type TextRun = pptxgenjs.default.TextProps
export type TextOptions = pptxgenjs.default.TextPropsOptions
export type CellOptions = pptxgenjs.default.TableCellProps
export type Border = pptxgenjs.default.BorderProps
export type ChartOptions = pptxgenjs.default.IChartOpts
export type ChartName = pptxgenjs.default.CHART_NAME
