// Longitudes and latitudes as metres on a plane that touches the Earth at a place, and back. Over
// the kilometre or two of a site, lengths and areas are true to a millionth.
import proj4 from 'proj4'
import type { Point } from './plane.ts'

/** WGS84 degrees, longitude first, as in GeoJSON. */
export type LonLat = readonly [lon: number, lat: number]

export interface LocalPlane {
  /** Where x = 0 and y = 0. */
  readonly origin: LonLat
  toPlane(place: LonLat): Point
  toLonLat(point: Point): LonLat
}

/** Transverse Mercator centred on `origin`, at scale 1 there. */
export function localPlaneAt(origin: LonLat): LocalPlane {
  const [lon, lat] = origin
  const projection = proj4(`+proj=tmerc +lat_0=${lat} +lon_0=${lon} +k=1 +datum=WGS84 +units=m`)
  return {
    origin,
    toPlane(place) {
      const [x, y] = projection.forward([place[0], place[1]])
      return [x, y]
    },
    toLonLat(point) {
      const [lonOut, latOut] = projection.inverse([point[0], point[1]])
      return [lonOut, latOut]
    },
  }
}

const webMercator = proj4('EPSG:3857')

/** From web map metres (EPSG:3857) to degrees. */
export function lonLatOfWebMercator(place: readonly [x: number, y: number]): LonLat {
  const [lon, lat] = webMercator.inverse([place[0], place[1]])
  return [lon, lat]
}
