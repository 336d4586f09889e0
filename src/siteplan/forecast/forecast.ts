// A sales forecast as the wire has it: the canonical JSON that every other format renders. Types
// only, from the schema, where each field says what it means; the model that fills them is
// make-forecast.ts's.
import type { Wire } from '../../http/schema-pieces.ts'
import type * as Schemas from './schema.ts'

export type Forecast = Wire<typeof Schemas.ForecastSchema>

export type Scenario = Forecast['scenario']
export type ForecastFormat = (typeof Schemas.FORECAST_FORMATS)[number]
export type TelegramParseMode = (typeof Schemas.TELEGRAM_PARSE_MODES)[number]

export type Band = Wire<typeof Schemas.Band>
export type ProgrammeUnit = Wire<typeof Schemas.ProgrammeUnit>
export type UnitPrice = Wire<typeof Schemas.UnitPrice>
export type ScheduleMonth = Wire<typeof Schemas.ScheduleMonth>
export type Sensitivity = Wire<typeof Schemas.Sensitivity>
export type ForecastComparable = Wire<typeof Schemas.ForecastComparable>
export type Assumption = Wire<typeof Schemas.Assumption>
export type Warning = Wire<typeof Schemas.Warning>
