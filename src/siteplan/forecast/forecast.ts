// A sales forecast as the wire has it: the canonical JSON that every other format renders. Types
// only, from the schema, where each field says what it means; the model that fills them is
// make-forecast.ts's.
import type { Wire } from '../../norms/schema-pieces.ts'
import type * as Schemas from './schema.ts'

export const SCENARIOS = ['base', 'low', 'high'] as const
export type Scenario = (typeof SCENARIOS)[number]

export const FORECAST_FORMATS = ['md', 'json', 'tg', 'docx', 'pptx', 'pdf'] as const
export type ForecastFormat = (typeof FORECAST_FORMATS)[number]

/** How the text of format `tg` is marked up, by the names of Telegram's Bot API. */
export const TELEGRAM_PARSE_MODES = ['HTML', 'MarkdownV2'] as const
export type TelegramParseMode = (typeof TELEGRAM_PARSE_MODES)[number]

export type Forecast = Wire<typeof Schemas.ForecastSchema>

export type Band = Wire<typeof Schemas.Band>
export type ProgrammeUnit = Wire<typeof Schemas.ProgrammeUnit>
export type UnitPrice = Wire<typeof Schemas.UnitPrice>
export type ScheduleMonth = Wire<typeof Schemas.ScheduleMonth>
export type Sensitivity = Wire<typeof Schemas.Sensitivity>
export type ForecastComparable = Wire<typeof Schemas.ForecastComparable>
export type Assumption = Wire<typeof Schemas.Assumption>
export type Warning = Wire<typeof Schemas.Warning>
