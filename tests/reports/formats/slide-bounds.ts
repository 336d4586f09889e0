// What a reader of slides would see at once: something beyond the slide, or letters too small.
import assert from 'node:assert/strict'
import { partNamesOf, slideNames, xmlPart } from '../../support/office-text.ts'

/** Of a slide, in the units of its file. */
const WIDTH = 12_192_000
const HEIGHT = 6_858_000

/** Nothing beyond the slide, no table taller than its frame, no letter below 14 points. */
export function assertFits(file: Uint8Array): void {
  for (const name of slideNames(file)) {
    const xml = xmlPart(file, name)
    const boxes = xml.matchAll(
      /<a:off x="(-?\d+)" y="(-?\d+)"\/>\s*<a:ext cx="(\d+)" cy="(\d+)"\/>/g,
    )
    for (const box of boxes) {
      const [x = 0, y = 0, w = 0, h = 0] = box.slice(1).map(Number)
      assert.ok(x >= 0 && y >= 0 && x + w <= WIDTH && y + h <= HEIGHT, `${name}: ${box[0]}`)
    }
    for (const [frame] of xml.matchAll(/<p:graphicFrame>.*?<\/p:graphicFrame>/gs)) {
      const y = Number(/<a:off x="\d+" y="(\d+)"/.exec(frame)?.[1])
      const rows = [...frame.matchAll(/<a:tr h="(\d+)"/g)].map(([, h]) => Number(h))
      const bottom = rows.reduce((sum, h) => sum + h, y)
      assert.ok(bottom <= HEIGHT, `${name}: a table down to ${bottom}`)
    }
  }
  const lettered = partNamesOf(file).filter((name) =>
    /^ppt\/(slides\/slide|charts\/chart)\d+\.xml$/.test(name),
  )
  for (const name of lettered) {
    for (const [all, size] of xmlPart(file, name).matchAll(/\bsz="(\d+)"/g)) {
      assert.ok(Number(size) >= 1400, `${name}: ${all}`)
    }
  }
}
