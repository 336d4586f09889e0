// The shapes of an answer with fewer points: most are worked out at once, intricate ones in a
// thread, so that nobody else waits.
import { setImmediate } from 'node:timers/promises'
import { type ParcelIndex, pointCount } from '../index/parcel-index.ts'
import type { ShapeThread } from './shape-thread.ts'
import { simplerShapeText } from './simpler-shape.ts'

export interface SimplerShapes {
  /**
   * GeoJSON texts in the order of `parcels`, which are positions in the index.
   * @throws TaskRefused if intricate ones take too long, or many such wait
   */
  textsOf(
    index: ParcelIndex,
    parcels: readonly number[],
    simplifyM: number,
  ): Promise<readonly string[]>
}

/** A shape of this many points takes a millisecond or two, and so do smaller ones together. */
export const MAX_POINTS_AT_ONCE = 500

export function createSimplerShapes(thread: Pick<ShapeThread, 'simpler'>): SimplerShapes {
  return {
    async textsOf(index, parcels, simplifyM) {
      const isIntricate = (parcel: number) => pointCount(index, parcel) > MAX_POINTS_AT_ONCE
      const texts = new Map<number, string>()
      const intricate = parcels.filter(isIntricate)
      if (intricate.length > 0) {
        const { coordinates, ringStarts, polygonStarts, parcelStarts } = index
        const shapes = { coordinates, ringStarts, polygonStarts, parcelStarts }
        const made = await thread.simpler({ shapes, parcels: intricate, simplifyM })
        for (const [at, text] of made.entries()) texts.set(intricate[at] as number, text)
      }
      let points = 0
      for (const parcel of parcels) {
        if (isIntricate(parcel)) continue
        texts.set(parcel, simplerShapeText(index, parcel, simplifyM))
        points += pointCount(index, parcel)
        if (points < MAX_POINTS_AT_ONCE) continue
        points = 0
        await setImmediate()
      }
      return parcels.map((parcel) => texts.get(parcel) as string)
    },
  }
}
