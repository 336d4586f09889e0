// How a drawing says where north is and how long things on it are: for plans to scale, and plainer
// for sketches. Placed where the drawing says.
import { radians } from '../../geometry/angles.ts'
import { formatDistanceM, formatNumber, NO_BREAK_SPACE } from '../../text/russian-format.ts'
import { boxRing, type Point, roundMm, type Shape } from '../drawing.ts'
import { niceStep } from './charts/nice-step.ts'
import { textWidthMm } from './text-size.ts'

export function scaleText(scale: number): string {
  return `М${NO_BREAK_SPACE}1:${formatNumber(scale).replaceAll(NO_BREAK_SPACE, '')}`
}

/** A round step is up to 2.5 times the shortest that would do, so at least four have room. */
const SHORTEST_STEPS = 10.4
const MOST_STEPS = 6

/**
 * Four to six steps of a round length, dark and light in turn, with figures in metres above: at all
 * ticks, or at fewer where they would touch.
 */
export function scaleBar(mmPerM: number, left: number, y: number, widthMm: number): Shape[] {
  const stepM = niceStep(widthMm / SHORTEST_STEPS / mmPerM)
  const steps = Math.min(MOST_STEPS, Math.floor(widthMm / (stepM * mmPerM)))
  const shapes: Shape[] = []
  const xAt = (step: number) => roundMm(left + step * stepM * mmPerM)
  for (let step = 0; step < steps; step += 1) {
    shapes.push({
      shape: 'area',
      rings: [boxRing(xAt(step), y, xAt(step + 1), y + 1.3)],
      fill: step % 2 === 0 ? 'text' : 'paper',
      ink: 'text',
      widthPt: 0.4,
    })
  }
  const figure = (step: number) => formatNumber(step * stepM, stepM < 1 ? 1 : 0)
  const roomMm = textWidthMm(figure(steps), FIGURE_SIZE_PT) + FIGURES_APART_MM
  for (let step = 0; step <= steps; step += figuredEvery(steps, roomMm / (stepM * mmPerM))) {
    // The unit hangs outside, so that all figures stand over their ticks.
    shapes.push({ ...barFigure(figure(step)), x: xAt(step), y: roundMm(y - 2), anchor: 'middle' })
  }
  shapes.push({ ...barFigure('м'), x: xAt(steps) + 1.2, y: roundMm(y + 0.7), anchor: 'start' })
  return shapes
}

/** How many steps apart figures stand, so that the first and the last tick have theirs. */
function figuredEvery(steps: number, leastSteps: number): number {
  let every = 1
  while (every < steps && (steps % every !== 0 || every < leastSteps)) every += 1
  return every
}

const FIGURE_SIZE_PT = 6
/** Figures nearer to each other read as one number. */
const FIGURES_APART_MM = 1

function barFigure(text: string) {
  return { shape: 'label', text, sizePt: FIGURE_SIZE_PT, ink: 'text' } as const
}

/** Of the arrow with its letter, wherever north is. */
export const NORTH_ARROW_RADIUS_MM = 7.5
/** What the arrow takes where north is up. */
export const UPRIGHT_NORTH_ARROW = { width: 13, height: 15, angleDeg: 0 } as const
/** Of its circle, which the arrow reaches from the middle. */
const CIRCLE_RADIUS_MM = 4.2

/**
 * In a circle, with a light and a dark half.
 * @param bearingDeg where north is on the paper, clockwise from up
 */
export function northArrow(x: number, y: number, bearingDeg = 0): Shape[] {
  const angle = radians(bearingDeg)
  const turn = (dx: number, dy: number): Point => [
    roundMm(x + dx * Math.cos(angle) - dy * Math.sin(angle)),
    roundMm(y + dx * Math.sin(angle) + dy * Math.cos(angle)),
  ]
  const [letterX, letterY] = turn(0, -6.1)
  return [
    { shape: 'circle', x, y, radius: CIRCLE_RADIUS_MM, ink: 'text' },
    {
      shape: 'polygon',
      points: [turn(0, -CIRCLE_RADIUS_MM), turn(1.7, 2.6), turn(0, 1.3)],
      fill: 'text',
    },
    {
      shape: 'area',
      rings: [[turn(0, -CIRCLE_RADIUS_MM), turn(-1.7, 2.6), turn(0, 1.3)]],
      fill: 'paper',
      ink: 'text',
      widthPt: 0.4,
    },
    {
      shape: 'label',
      x: letterX,
      y: letterY,
      text: 'С',
      anchor: 'middle',
      sizePt: 8,
      ink: 'text',
      strong: true,
    },
  ]
}

/** A dart with its letter below; north is up. */
export function plainNorthArrow(x: number, y: number): Shape[] {
  return [
    {
      shape: 'polygon',
      points: [
        [x, y - 4],
        [x + 2, y + 3],
        [x, y + 1.6],
        [x - 2, y + 3],
      ],
      fill: 'text',
    },
    { shape: 'label', x, y: y + 5.5, text: 'С', anchor: 'middle', sizePt: 8, ink: 'text' },
  ]
}

/** One round length of a centimetre or more, its figure above. */
export function scaleLine(mmPerM: number, left: number, y: number): Shape[] {
  const lengthM = niceStep(10 / mmPerM)
  const right = roundMm(left + lengthM * mmPerM)
  return [
    {
      shape: 'line',
      points: [
        [left, y - 1.2],
        [left, y],
        [right, y],
        [right, y - 1.2],
      ],
      ink: 'text',
      widthPt: 0.8,
    },
    {
      shape: 'label',
      x: roundMm((left + right) / 2),
      y: y - 2.6,
      text: formatDistanceM(lengthM),
      anchor: 'middle',
      sizePt: 7,
      ink: 'text',
    },
  ]
}
