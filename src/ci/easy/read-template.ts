import { type Field, textOf, valueOf } from './fields.ts'
import { type Expression, fillMatrix, opening, parseTemplate, type Template } from './interpolate.ts'
import { shown } from './problems.ts'

/**
 * Which expressions a place takes. Names of branches and the like come from outside: inside a script they would be run.
 * So scripts, images and paths take values of the matrix alone, which stand in this same file.
 */
export type Takes = 'matrix' | 'values' | 'values-and-hash'

export interface FieldTemplate {
  readonly field: Field
  readonly template: Template
}

const all = "matrix.…, variables.…, ref, sha, branch, event, pull, source_branch and hash('…') exist"

export function templateOf(
  field: Field,
  takes: Takes,
  matrix: ReadonlySet<string>,
  longest = Number.POSITIVE_INFINITY,
): FieldTemplate | null {
  const text = takes === 'values' ? valueOf(field, longest) : textOf(field, longest)
  if (text === null) return null
  const { template, errors } = parseTemplate(text)
  const places = expressionPlaces(field)
  const refuse = (index: number, message: string): void =>
    field.problems.add(places[index] ?? field.tree.at, `${field.path}: ${message}`)
  for (const { index, source } of errors) refuse(index, `«${shown(source)}» is no expression: ${whyNone(source)}`)
  // Places are counted over all of them, those that are none included.
  const wrong = new Set(errors.map(({ index }) => index))
  let index = -1
  for (const piece of template) {
    if (typeof piece === 'string') continue
    do index += 1
    while (wrong.has(index))
    const why = whyNotHere(piece.expression, takes, matrix)
    if (why !== null) refuse(index, `«${shown(piece.source)}» ${why}`)
  }
  return { field, template }
}

export function filled({ template }: FieldTemplate, matrix: Readonly<Record<string, string>>): string {
  return fillMatrix(template, matrix)
}

function whyNone(source: string): string {
  if (source === opening) return 'no «}}» follows within 80 characters'
  const [, secret] = /^\$\{\{\s*(?:secrets|vars|env)\.([A-Z_][A-Z0-9_]*)\s*\}\}$/.exec(source) ?? []
  return secret === undefined ? all : `variables are in the environment, as "$${secret}"`
}

function whyNotHere(expression: Expression, takes: Takes, matrix: ReadonlySet<string>): string | null {
  if (expression.kind === 'matrix')
    return matrix.has(expression.name) ? null : `is not in the matrix of this job (${[...matrix].join(', ') || 'none'})`
  if (expression.kind === 'hash') return takes === 'values-and-hash' ? null : 'is only possible in the key of a cache'
  return takes === 'matrix' ? 'is not possible here: hand it over by «env», and a script finds it as "$NAME"' : null
}

/** Where in the file each `${{` of a text stands: written as it is, save for escapes that nobody uses for it. */
function expressionPlaces({ tree, problems }: Field): readonly number[] {
  const places: number[] = []
  const source = problems.text.slice(tree.at, tree.end)
  for (let at = source.indexOf('${{'); at !== -1; at = source.indexOf('${{', at + 3)) places.push(tree.at + at)
  return places
}
