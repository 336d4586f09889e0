// What a stranger may write to make a typesetter act: commands of typst, marks of other languages.
export const HOSTILE_MARKUP = [
  '#panic("x") #import "@preview/a:1.0.0" #read("/etc/passwd")',
  '$x^2$ \\ \\u{41} <b>&amp;</b> *жирно* _курсив_ @ref `raw` // /* */ = h',
  '") #text(size: 90pt)[X] ("',
  '-- --- ... ~ \'a\' "b" [c] {d} $ {e} %s \\n',
  'https://example.org/?a=1&b=2#c',
]
