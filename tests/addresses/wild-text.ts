// Any text at all: every UTF-16 unit, paired or not, with the units of addresses more often than
// others. Never well-formed by design.
import fc from 'fast-check'

const units = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }),
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0x400, max: 0x45f }),
  fc.constantFrom(0, 0x0a, 0x20, 0x2d, 0x2f, 0x31, 0x130, 0x301, 0x308, 0xd800, 0xdfff, 0xfeff),
)

export function wildText(maxLength: number): fc.Arbitrary<string> {
  return fc.array(units, { maxLength, size: 'max' }).map((codes) => String.fromCharCode(...codes))
}
