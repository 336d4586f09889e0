import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  drawConfidenceGauge,
  drawValueBand,
} from '../../../../src/reports/drawings/charts/value-drawings.ts'

describe('the gauge of confidence', () => {
  it('fills as many of its bars as the level says, from the left, and never more than there are', () => {
    const filledOf = (level: number) =>
      drawConfidenceGauge(level, 3).shapes.map(
        (shape) => shape.shape === 'rectangle' && shape.fill === 'accent',
      )
    assert.deepEqual(filledOf(0), [false, false, false])
    assert.deepEqual(filledOf(1), [true, false, false])
    assert.deepEqual(filledOf(2), [true, true, false])
    for (const level of [3, 4]) assert.deepEqual(filledOf(level), [true, true, true])
  })
})

describe('the band of a value', () => {
  const dotsOf = (...comparables: readonly { priceRub: number; weight: number }[]) =>
    drawValueBand({
      valueWord: 'стоимость',
      lowRub: 9e6,
      marketRub: 10e6,
      highRub: 11e6,
      comparables: [...comparables],
    }).shapes.flatMap((shape) => (shape.shape === 'circle' ? [shape] : []))

  it('has dots whose area grows with their weight, from the least on', () => {
    const dots = dotsOf(...[1, 0.25, 0].map((weight) => ({ priceRub: 10e6, weight })))
    assert.deepEqual(
      dots.map(({ radius }) => radius),
      [1.9, 1.3, 0.7],
    )
  })

  it('stands what is more than its own width off at its edge', () => {
    for (const [far, farther] of [
      [7e6, 1e6],
      [13e6, 50e6],
    ] as const) {
      const [dot, other] = dotsOf({ priceRub: far, weight: 1 }, { priceRub: farther, weight: 1 })
      assert.equal(dot?.x, other?.x)
    }
  })

  const price = fc.integer({ min: 1e6, max: 1e8 })
  const comparable = fc.record({
    priceRub: price,
    weight: fc.double({ max: 1, min: 0, noNaN: true }),
  })

  it('has the value in it, dearer comparables farther right and heavier ones larger', () => {
    const band = fc
      .tuple(fc.tuple(price, price, price), fc.array(comparable, { maxLength: 12 }))
      .map(([prices, comparables]) => {
        const [lowRub = 0, marketRub = 0, highRub = 0] = prices.toSorted((a, b) => a - b)
        return { valueWord: 'стоимость', lowRub, marketRub, highRub, comparables }
      })
    fc.assert(
      fc.property(band, (one) => {
        const { shapes, widthMm, heightMm } = drawValueBand(one)
        const bar = shapes.find((shape) => shape.shape === 'rectangle')
        const mark = shapes.find((shape) => shape.shape === 'line' && shape.ink === 'accent')
        assert.ok(bar?.shape === 'rectangle' && mark?.shape === 'line')
        const x = mark.points[0]?.[0] ?? -1
        assert.ok(x >= bar.x - 0.02 && x <= bar.x + bar.width + 0.02)
        const dots = shapes.flatMap((shape) => (shape.shape === 'circle' ? [shape] : []))
        assert.equal(dots.length, one.comparables.length)
        const both = one.comparables.map((each, i) => ({ ...(dots[i] ?? assert.fail()), ...each }))
        for (const [at, dot] of both.entries()) {
          assert.ok(dot.radius > 0 && dot.radius < heightMm / 4)
          assert.ok(dot.x >= dot.radius && dot.x + dot.radius <= widthMm)
          for (const other of both.slice(at + 1)) {
            assert.ok((dot.x - other.x) * (dot.priceRub - other.priceRub) >= 0)
            assert.ok((dot.radius - other.radius) * (dot.weight - other.weight) >= 0)
          }
        }
      }),
    )
  })

  it('tells light comparables from heavy ones by what the heaviest weighs', () => {
    const band = { valueWord: 'стоимость', lowRub: 4e6, marketRub: 5e6, highRub: 6e6 }
    const radiiOf = (...weights: number[]) => {
      const comparables = weights.map((weight) => ({ priceRub: 5e6, weight }))
      return drawValueBand({ ...band, comparables }).shapes.flatMap((shape) =>
        shape.shape === 'circle' ? [shape.radius] : [],
      )
    }
    assert.equal(new Set(radiiOf(0.8, 0.2, 0)).size, 3)
    assert.deepEqual(radiiOf(0.8, 0.2, 0), radiiOf(0.4, 0.1, 0))
  })
})
