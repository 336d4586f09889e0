// The coordinates a GeoJSON file is in: degrees, or metres of a web map where that is declared.
// Shapes and what they mean stand with their datasets.
import { asObject, parsedJson } from '../text/foreign-json.ts'
import { type LonLat, lonLatOfWebMercator } from './local-plane.ts'

/** 4326: degrees, longitude first. 3857: metres of a web map. */
export type Crs = 4326 | 3857

/** Beyond it a web map has no place. */
const WEB_MERCATOR_EDGE_M = 20_037_508.35

/** Of a file; it holds one object at most, its `properties`. */
const CRS_MEMBER = /"crs"\s*:\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\})/

/** The one declared before a file's features: 4326 if none is, its name where it is not read. */
export function crsDeclaredIn(head: string): Crs | string {
  // A layer may be named "features" as well: the member's name ends in a colon.
  const [before = ''] = head.split(/"features"\s*:/, 1)
  return crsNamed(nameOf(parsedJson(CRS_MEMBER.exec(before)?.[1] ?? '')))
}

/** The one that a geometry declares itself, as some services do, else that of its file. */
export function crsOfGeometry(geometry: unknown, declared: Crs | string): Crs | string {
  const name = nameOf(asObject(geometry)?.crs)
  return name === undefined ? declared : crsNamed(name)
}

/** As GeoJSON of 2008 names it, or by its code, as in the drafts before. */
function nameOf(crs: unknown): unknown {
  const { type, properties } = asObject(crs) ?? {}
  const { name, code } = asObject(properties) ?? {}
  return type === 'EPSG' && code !== undefined ? `EPSG:${code}` : name
}

/** A name is quoted this far. */
const MAX_NAME = 60

function crsNamed(name: unknown): Crs | string {
  if (typeof name !== 'string') return 4326
  if (/(\b3857|\b900913|\b102100|\b3785|\bPseudo-Mercator)$/.test(name)) return 3857
  return /(\b4326|CRS84|\b4979|^WGS ?84)$/.test(name) ? 4326 : name.slice(0, MAX_NAME)
}

/** Why a geometry in other coordinates is refused. */
export function refusedCrs(name: string): string {
  return `the coordinates are in ${name}, which is neither EPSG:4326 nor EPSG:3857; if they are, say --crs 4326 or --crs 3857`
}

/** Undefined off the map. */
export function lonLatIn(crs: Crs, x: number, y: number): LonLat | undefined {
  const [edgeX, edgeY] =
    crs === 3857 ? [WEB_MERCATOR_EDGE_M, WEB_MERCATOR_EDGE_M] : ([180, 90] as const)
  if (!(Math.abs(x) <= edgeX && Math.abs(y) <= edgeY)) return undefined
  return crs === 3857 ? lonLatOfWebMercator([x, y]) : [x, y]
}
