/**
 * What may stand between `${{` and `}}`: a handful of words, no language. Values go in as they are and are not looked at
 * again, so text that holds an expression stays text.
 */
export type Expression =
  | { readonly kind: 'matrix' | 'variables'; readonly name: string }
  | { readonly kind: 'fact'; readonly name: Fact }
  | { readonly kind: 'hash'; readonly globs: readonly string[] }

const factNames = ['ref', 'sha', 'branch', 'event', 'source_branch', 'pull'] as const
export type Fact = (typeof factNames)[number]

export interface ExpressionPiece {
  readonly source: string
  readonly expression: Expression
}

export type Template = readonly (string | ExpressionPiece)[]

/** `index`: the how-manieth `${{` of the text it is about. */
export interface TemplateError {
  readonly index: number
  readonly source: string
}

export const opening = '${{'
/** More are not shown, and such a text is not used. */
const mostErrors = 50
const known =
  /\$\{\{\s*(?:(?<space>matrix|variables)\.(?<name>[A-Za-z_][A-Za-z0-9_-]*)|(?<fact>ref|sha|branch|event|source_branch|pull)|hash\(\s*(?<globs>'[^'\n]{1,256}'(?:\s*,\s*'[^'\n]{1,256}'){0,9})\s*\))\s*\}\}/y

export function parseTemplate(text: string): {
  readonly template: Template
  readonly errors: readonly TemplateError[]
} {
  const template: (string | ExpressionPiece)[] = []
  const errors: TemplateError[] = []
  let from = 0
  for (let at = text.indexOf(opening), index = 0; at !== -1; at = text.indexOf(opening, from), index++) {
    known.lastIndex = at
    const found = known.exec(text)
    const source = found?.[0] ?? unknownSource(text, at)
    const expression = found === null ? null : expressionOf(found.groups ?? {})
    if (at > from) template.push(text.slice(from, at))
    if (expression === null) errors.push({ index, source })
    else template.push({ source, expression })
    from = at + source.length
    if (errors.length >= mostErrors) break
  }
  if (from < text.length) template.push(text.slice(from))
  return { template, errors }
}

function expressionOf({ space, name, fact, globs }: Readonly<Record<string, string | undefined>>): Expression | null {
  if (globs !== undefined)
    return { kind: 'hash', globs: [...globs.matchAll(/'([^']*)'/g)].map(([, glob = '']) => glob) }
  if ((space === 'matrix' || space === 'variables') && name !== undefined) return { kind: space, name }
  const said = factNames.find((one) => one === fact)
  return said === undefined ? null : { kind: 'fact', name: said }
}

/** As far as its end, if that is near; for the message. */
function unknownSource(text: string, at: number): string {
  const near = text.slice(at, at + 80)
  const end = near.indexOf('}}')
  return end === -1 ? opening : near.slice(0, end + 2)
}

/** With the values of the matrix in place; everything else stays as it is written, for `interpolate`. */
export function fillMatrix(template: Template, matrix: Readonly<Record<string, string>>): string {
  return template.map((piece) => (typeof piece === 'string' ? piece : fillPiece(piece, matrix))).join('')
}

function fillPiece({ source, expression }: ExpressionPiece, matrix: Readonly<Record<string, string>>): string {
  return expression.kind === 'matrix' ? (matrix[expression.name] ?? '') : source
}

/** What is only known when a job starts. */
export interface RunFacts {
  readonly variables: ReadonlyMap<string, string>
  readonly facts: Readonly<Record<Fact, string>>
  /** Of the contents of the files that the globs mean. */
  readonly hash: (globs: readonly string[]) => Promise<string>
}

/** For `env` and `cache.key` of a plan; a script holds nothing any more that this could fill in. */
export async function interpolate(text: string, facts: RunFacts): Promise<string> {
  let filled = ''
  for (const piece of parseTemplate(text).template)
    filled += typeof piece === 'string' ? piece : await valueOf(piece.expression, facts)
  return filled
}

function valueOf(expression: Expression, { variables, facts, hash }: RunFacts): string | Promise<string> {
  switch (expression.kind) {
    case 'matrix':
      return ''
    case 'variables':
      return variables.get(expression.name) ?? ''
    case 'fact':
      return facts[expression.name]
    case 'hash':
      return hash(expression.globs)
    default:
      return expression satisfies never
  }
}
