// What a reader must know before trusting a forecast, in Russian: thin evidence, unknown or unfit
// land, money that has not come back. Judges figures, changes none.
import { leastFootprintM2, TYPOLOGIES } from '../../norms/house-sizes.ts'
import type { RuleName, RuleSet } from '../../norms/rule-set.ts'
import { BINDING_RULE } from '../../norms/rule-words.ts'
import type { Parcel } from '../../parcels/table/parcel.ts'
import { formatNumber, nounAfter, percentInText } from '../../text/russian-format.ts'
import { areaWarnings, landGaps, landWarnings, ownershipWarnings } from '../land-warnings.ts'
import { commissioningMonth } from './cash-flow.ts'
import { evidenceWarnings, type JudgedEvidence } from './evidence-warnings.ts'
import type { Warning } from './forecast.ts'
import { LENDERS_WANT_SOLD } from './presales.ts'
import type { Programme } from './programme.ts'
import type { Project, ProjectRun } from './project.ts'
import { warning } from './warning-codes.ts'

export interface Judged extends JudgedEvidence {
  readonly parcel: Pick<
    Parcel,
    'permittedUse' | 'category' | 'status' | 'ownership' | 'declaredAreaM2' | 'areaM2'
  >
  readonly ruleSet: Pick<RuleSet, 'isDefault'>
  readonly programme: Pick<Programme, 'units_total' | 'units'>
  readonly doubtedBy: RuleName | null
  readonly crowdedBy: RuleName | null
  readonly smallerHousesM2: number | null
  readonly leastStoreysMissed: number | null
  readonly isThin: boolean
  readonly project: Pick<
    Project,
    'preparationMonths' | 'constructionMonths' | 'horizonMonths' | 'phases'
  >
  readonly run: Pick<
    ProjectRun,
    'revenueRub' | 'costRub' | 'loanLeftRub' | 'unitsSold' | 'unitsBegun' | 'phasesBegun'
  >
  readonly npvRub: number
  readonly soldAtCommissioning: number
}

/** The floor of the smallest house that a forecast knows. */
const MIN_FLOOR_M2 = leastFootprintM2(TYPOLOGIES)

/**
 * With a larger share of flats unsold at the horizon, the horizon causes a loss, not the project.
 */
export const MAX_UNSOLD_SHARE = 0.1

/**
 * The weightiest first, since some formats have room for three: what forbids the house, what may
 * leave it no room, thin evidence, poor results, and last what is merely unknown.
 */
export function warningsOf(judged: Judged): Warning[] {
  return [
    ...ofLaw(judged),
    ...ofGround(judged),
    ...evidenceWarnings(judged),
    ...ofProject(judged),
    ...ofGaps(judged),
  ]
}

/** Reasons why such a house is forbidden on such land, whatever it would earn. */
function* ofLaw({ parcel, leastStoreysMissed }: Judged): Generator<Warning> {
  yield* landWarnings(parcel)
  if (leastStoreysMissed !== null) {
    yield warning(
      'below_min_storeys',
      `Разрешены дома от ${leastStoreysMissed} ${nounAfter(leastStoreysMissed, 'этажа', 'этажей', 'этажей')}, но такие не помещаются. Показан дом ниже: для него нужен другой вид использования или отклонение от предельных параметров (ст. 40 ГрК РФ).`,
    )
  }
  yield* ownershipWarnings(parcel)
}

/** Reasons to doubt that the ground has room for the house, or for all that is planned. */
function* ofGround({ parcel, doubtedBy, crowdedBy, isThin }: Judged): Generator<Warning> {
  if (doubtedBy) {
    yield warning(
      'house_doubtful',
      `Дом может не поместиться на участке: мешает ${BINDING_RULE[doubtedBy]}. Рассчитайте варианты застройки.`,
    )
  } else if (crowdedBy) {
    yield warning(
      'ground_crowded',
      `Всему посчитанному может не хватить земли: мешает ${BINDING_RULE[crowdedBy]}, построить удастся меньше. Рассчитайте варианты застройки.`,
    )
  } else if (isThin) {
    yield warning(
      'thin_site',
      'Участок узок или изрезан: домам с проездами не хватит глубины, и построить удастся заметно меньше, чем допускают нормы. Рассчитайте варианты застройки.',
    )
  }
  yield* areaWarnings(parcel)
}

function* ofProject(judged: Judged): Generator<Warning> {
  const { project, run, programme } = judged
  const { phases, horizonMonths } = project
  const isUnbuilt = horizonMonths < commissioningMonth(project)
  if (phases.length > 1) {
    yield warning(
      'phased',
      `Все квартиры сразу рынок не примет: проект разбит на очереди (${phases.length}) с интервалом ${phases[1]?.startMonth} мес.; участок оплачивается по очередям.${lateStart(phases)}`,
    )
  }
  if (run.phasesBegun < phases.length && !isUnbuilt) {
    yield warning(
      'phases_beyond_horizon',
      `До конца горизонта вводятся и продаются очереди: ${run.phasesBegun} из ${phases.length}. Остальные квартиры (${formatNumber(programme.units_total - run.unitsBegun)}) и затраты на них в итоги не вошли.`,
    )
  }
  if (isUnbuilt) {
    yield warning(
      'horizon_before_commissioning',
      'Горизонт короче срока до ввода: расчёты по эскроу и кредиту условно закрыты в его последнем месяце, стройка не окончена, итоги неполны.',
    )
  } else if (run.loanLeftRub > 0) {
    yield warning(
      'loan_outstanding',
      'Выручка не погасит кредит банка к концу горизонта: остаток вернёт застройщик.',
    )
  }
  const unsold = run.unitsBegun - run.unitsSold
  if (unsold > 0 && !isUnbuilt) {
    yield warning(
      'unsold_at_horizon',
      `Горизонт обрывает продажи: не продано квартир ${formatNumber(unsold)} из ${formatNumber(run.unitsBegun)}; затраты на них учтены, а выручка — нет.`,
    )
  }
  if (judged.soldAtCommissioning < LENDERS_WANT_SOLD) {
    yield warning(
      'slow_presales',
      `К вводу будет продано меньше ${percentInText(LENDERS_WANT_SOLD)} квартир, а банки обычно ждут не меньше этой доли.`,
    )
  }
  if (judged.npvRub < 0 && unsold <= MAX_UNSOLD_SHARE * run.unitsBegun) {
    yield warning(
      'negative_npv',
      run.costRub > run.revenueRub
        ? 'Проект убыточен: при принятых ценах затраты больше выручки.'
        : 'При принятых ставке дисконтирования и затратах проект не даёт требуемой доходности (NPV < 0).',
    )
  }
}

/** A project whose last phase begins later will not be built as planned today. */
const LONG_PROJECT_YEARS = 10
/** How much longer than this it takes, nobody needs to know. */
const FORESEEABLE_YEARS = 50

function lateStart(phases: Project['phases']): string {
  const months = phases.at(-1)?.startMonth ?? 0
  if (months < 12 * LONG_PROJECT_YEARS) return ''
  const years = Math.round(months / 12)
  const after =
    years > FORESEEABLE_YEARS
      ? `более чем через ${FORESEEABLE_YEARS} лет`
      : `через ${years} ${nounAfter(years, 'год', 'года', 'лет')}`
  return ` Последняя начнётся ${after}.`
}

/**
 * Facts about the land that no source gives, and houses that the norms know and a forecast does
 * not.
 */
function* ofGaps({ parcel, ruleSet, smallerHousesM2 }: Judged): Generator<Warning> {
  yield* landGaps(parcel, ruleSet)
  if (smallerHousesM2 !== null) {
    yield warning(
      'house_too_small',
      `При большей этажности нормы допускают до ${formatNumber(Math.floor(smallerHousesM2))} м² площади этажей, но этаж был бы меньше наименьшего в расчёте (${MIN_FLOOR_M2} м²): такие дома не рассматриваются.`,
    )
  }
}
