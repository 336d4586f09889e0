// A sales forecast in eight slides for people who decide: what it earns, what limits it, what it
// depends on. Only words, order and rounding are decided here and in its slides; numbers come from
// the forecast as they stand, headline figures from forecast-figures.ts as every format prints
// them.
import type { Forecast } from '../../siteplan/forecast/forecast.ts'
import { DEMO_MARK } from '../page.ts'
import type { SlideShow } from '../slides.ts'
import { forecastTitle } from './forecast-words.ts'
import { cashSlide, priceSlide, sensitivitySlide } from './money-slides.ts'
import { massingSlide, programmeSlide, siteSlide } from './site-slides.ts'
import { risksSlide, verdictSlide } from './summary-slides.ts'

export function forecastSlides(forecast: Forecast): SlideShow {
  const { report_id, generated_at, is_demo } = forecast
  return {
    id: report_id,
    title: forecastTitle(forecast),
    createdAt: generated_at,
    footer: `Отчёт ${report_id}`,
    mark: is_demo ? DEMO_MARK : undefined,
    slides: [
      verdictSlide,
      siteSlide,
      massingSlide,
      programmeSlide,
      priceSlide,
      cashSlide,
      sensitivitySlide,
      risksSlide,
    ].map((slideOf) => slideOf(forecast)),
  }
}
