import { whyBadKeptPath } from '../kept-path.ts'
import { type Field, fieldsOf, itemsOf } from './fields.ts'
import { readExpiry } from './read-duration.ts'
import type { Combination } from './read-matrix.ts'
import { type FieldTemplate, filled, templateOf } from './read-template.ts'
import { most } from './rules.ts'

export interface CacheDraft {
  readonly key: FieldTemplate
  readonly paths: readonly FieldTemplate[]
}

export interface ArtifactsDraft {
  readonly paths: readonly FieldTemplate[]
  readonly expireInS: number | null
}

export function readCache(field: Field | null, matrix: ReadonlySet<string>): CacheDraft | null {
  const fields = field === null ? null : fieldsOf(field, ['key', 'paths'])
  const written = fields?.require('key') ?? null
  const paths = readPaths(fields?.require('paths') ?? null, matrix)
  const key = written === null ? null : templateOf(written, 'values-and-hash', matrix, 512)
  if (key === null) return null
  if (key.template.some((piece) => typeof piece === 'string' && /\p{Cc}/u.test(piece)))
    return key.field.refuse('must be one line, without control characters')
  if (key.template.length === 0) return key.field.refuse('must not be empty')
  return { key, paths }
}

export function readArtifacts(field: Field | null, matrix: ReadonlySet<string>): ArtifactsDraft | null {
  const fields = field === null ? null : fieldsOf(field, ['paths', 'expire_in'])
  if (fields === null) return null
  const expireInS = readExpiry(fields.find('expire_in'))
  return { paths: readPaths(fields.require('paths'), matrix), expireInS }
}

function readPaths(field: Field | null, matrix: ReadonlySet<string>): readonly FieldTemplate[] {
  if (field === null) return []
  const items = itemsOf(field, most.paths, 'one-or-list')
  if (field.tree.kind === 'list' && items.length === 0) field.refuse('must not be empty')
  return items.map((item) => templateOf(item, 'matrix', matrix, 1000)).filter((one) => one !== null)
}

export function pathsFor(paths: readonly FieldTemplate[], combination: Combination): readonly string[] {
  return paths.map((template) => {
    const path = filled(template, combination)
    const why = whyBadKeptPath(path)
    if (why !== null) template.field.refuse(why)
    return path
  })
}
