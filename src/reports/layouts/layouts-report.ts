// Best layouts as a document for an architect and a developer: options side by side, then each with
// its plan, figures, checks, sun and massing, then the norms. Judges nothing: numbers stand as they
// came.
import { BINDING_RULE } from '../../norms/rule-words.ts'
import type { BestLayouts } from '../../siteplan/layouts/layout.ts'
import { formatDate } from '../../text/russian-format.ts'
import type { Block, ReportDocument } from '../document.ts'
import { drawSitePlan } from '../drawings/site/site-plan.ts'
import { drawSmallPlans } from '../drawings/site/small-plans.ts'
import { normText } from '../norm-words.ts'
import { DEMO_MARK } from '../page.ts'
import { shorten } from '../plain-text.ts'
import { MAX_CADASTRAL_NUMBER_LENGTH, MAX_ID_LENGTH } from '../text-limits.ts'
import { leastHousesText } from './house-words.ts'
import { optionSections } from './layout-option.ts'
import { closingSection, normsSection } from './layouts-norms.ts'
import { comparison, headline, limitName, TITLE, titleSection } from './layouts-overview.ts'
import { requestSection } from './request-section.ts'

/** The report of one search for layouts. Same layouts, same document. */
export function layoutsReport(layouts: BestLayouts): ReportDocument {
  const number = shorten(layouts.parcel.cadastral_number, MAX_CADASTRAL_NUMBER_LENGTH)
  return {
    id: shorten(layouts.report_id, MAX_ID_LENGTH),
    title: `${TITLE} ${number}`,
    createdAt: layouts.generated_at,
    header: `По состоянию на ${formatDate(layouts.generated_at)}`,
    footer: `Отчёт ${shorten(layouts.report_id, MAX_ID_LENGTH)}`,
    mark: layouts.is_demo ? DEMO_MARK : undefined,
    blocks: [
      ...(layouts.outcome === 'ok' ? optionsFound(layouts) : nothingFound(layouts)),
      ...normsSection(layouts),
      ...closingSection(layouts),
    ],
  }
}

function optionsFound(layouts: BestLayouts): Block[] {
  return [
    ...titleSection(layouts),
    ...headline(layouts),
    drawSmallPlans(layouts.site, layouts.options),
    ...comparison(layouts),
    ...requestSection(layouts),
    ...layouts.options.flatMap((option) => optionSections(layouts, option)),
    { kind: 'page-break' },
  ]
}

function nothingFound(layouts: BestLayouts): Block[] {
  const { site, binding_rule, request } = layouts
  // A sliver may enclose nothing that could be drawn.
  const plan = site.boundary.length === 0 ? [] : [drawSitePlan(site)]
  // As the facts below round it: a seam between two setbacks is no ground.
  const none = Math.round(site.buildable_area_m2) === 0
  return [
    ...titleSection(layouts),
    {
      kind: 'paragraph',
      tone: 'warning',
      lead: 'Вариантов нет.',
      text:
        `При заданных условиях и нормах на участке не помещается ни один из домов, которые рассматриваются (${leastHousesText(request.typologies)}); ` +
        `дома меньших размеров не рассматривались. Мешает ${none ? BINDING_RULE[binding_rule] : limitName(binding_rule)}` +
        ` (${normText(layouts.rule_set.rules, binding_rule)}).` +
        (none ? ' Внутри отступов от границ места не остаётся.' : ''),
    },
    ...plan,
    ...requestSection(layouts),
    { kind: 'page-break' },
  ]
}
