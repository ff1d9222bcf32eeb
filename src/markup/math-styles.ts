/** The library says in styles what attributes cannot: pages of ours have none, so each has a class of formula.css. */
const known = new Set(
  `tml-left tml-right tml-jot tml-small tml-overline tml-underline tml-cancel upstrike downstrike sout tml-xcancel tml-fbox`.split(
    /\s+/,
  ),
)

const styles: readonly (readonly [property: string, value: RegExp, name: string])[] = [
  ['paddingLeft', /^0[a-z]*$/, 'tml-start'],
  ['paddingLeft', /^1em$/, 'tml-apart'],
  ['paddingRight', /^0[a-z]*$/, 'tml-end'],
  ['borderTop', /./, 'tml-line-above'],
  ['borderBottom', /./, 'tml-line-below'],
  ['borderLeft', /./, 'tml-line-before'],
  ['borderRight', /./, 'tml-line-after'],
  ['border', /./, 'tml-fbox'],
  ['padding', /^0\.3em$/, 'tml-pad'],
  ['width', /^100%$/, 'tml-whole'],
  ['width', /^50%$/, 'tml-glue'],
  ['textAlign', /^left$/, 'tml-left'],
  ['marginLeft', /^-0\.1667em$/, 'tml-back-thin'],
  ['marginLeft', /^-0\.2222em$/, 'tml-back'],
  ['marginLeft', /^-0\.2778em$/, 'tml-back-thick'],
  ['mathDepth', /^0$/, 'tml-full-size'],
]

export function className(classes: unknown, style: Readonly<Record<string, unknown>>): string[] {
  const names = Array.isArray(classes) ? classes.filter((name): name is string => known.has(String(name))) : []
  const more = styles.flatMap(([property, value, name]) => (value.test(asText(style[property])) ? [name] : []))
  return [...names, ...more]
}

/** What is neither a word nor a number says nothing. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
