// Which characters a TrueType font can draw, read from its `cmap` table.
// Never draws anything and never changes a text: the renderer decides what to do about a gap.

/**
 * The code points of the Basic Multilingual Plane a font has a glyph for.
 *
 * @param font whole bytes of a .ttf with a Windows Unicode `cmap` subtable of format 4
 * @throws when the font has no such subtable
 * @see OpenType specification, `cmap` format 4
 */
export function coveredCodePoints(font: Uint8Array): Set<number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const cmap = tableOffset(view, 'cmap')
  const subtable = unicodeSubtable(view, cmap)
  const segments = view.getUint16(subtable + 6) / 2
  const ends = subtable + 14
  const starts = ends + segments * 2 + 2
  const deltas = starts + segments * 2
  const ranges = deltas + segments * 2

  const covered = new Set<number>()
  for (let segment = 0; segment < segments; segment += 1) {
    const start = view.getUint16(starts + segment * 2)
    const end = view.getUint16(ends + segment * 2)
    const delta = view.getUint16(deltas + segment * 2)
    const rangeAt = ranges + segment * 2
    const range = view.getUint16(rangeAt)
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const listed = range === 0 ? code : view.getUint16(rangeAt + range + (code - start) * 2)
      const glyph = range !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) covered.add(code)
    }
  }
  return covered
}

function tableOffset(view: DataView, tag: string): number {
  const count = view.getUint16(4)
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * 16
    const name = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)))
    if (name === tag) return view.getUint32(at + 8)
  }
  throw new Error(`The font has no ${tag} table. Use a whole TrueType font.`)
}

function unicodeSubtable(view: DataView, cmap: number): number {
  const count = view.getUint16(cmap + 2)
  for (let index = 0; index < count; index += 1) {
    const at = cmap + 4 + index * 8
    const isWindowsUnicode = view.getUint16(at) === 3 && view.getUint16(at + 2) === 1
    const subtable = cmap + view.getUint32(at + 4)
    if (isWindowsUnicode && view.getUint16(subtable) === 4) return subtable
  }
  throw new Error('The font has no Unicode cmap of format 4. Use a whole TrueType font.')
}
