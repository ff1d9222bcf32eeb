import { entriesOf, type Field, fieldsOf, itemsOf, textOf } from './fields.ts'
import { shown } from './problems.ts'
import { type FieldTemplate, templateOf } from './read-template.ts'
import { readEnv } from './read-variables.ts'
import { most } from './rules.ts'

export interface ServiceDraft {
  readonly name: string
  readonly image: FieldTemplate
  readonly env: readonly { readonly key: string; readonly value: FieldTemplate }[]
}

/** The job finds it under this name, as a host. */
const nameShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A list of `{name, image, env}`; or a mapping from names to `{image, env}` or to an image alone. */
export function readServices(field: Field | null, matrix: ReadonlySet<string>): readonly ServiceDraft[] {
  if (field === null) return []
  const named =
    field.tree.kind === 'map'
      ? entriesOf(field, most.services).map(({ key, at, value }) => readNamed(value, { name: key, at }, matrix))
      : itemsOf(field, most.services).map((item) => readListed(item, matrix))
  const services = named.filter((one) => one !== null)
  for (const [at, { name, image }] of services.entries()) {
    if (services.findIndex((one) => one.name === name) < at) image.field.refuse(`is of a second service «${name}»`)
  }
  return services
}

function readListed(item: Field, matrix: ReadonlySet<string>): ServiceDraft | null {
  const fields = fieldsOf(item, ['name', 'image', 'env'])
  const named = fields?.require('name') ?? null
  const image = fields?.require('image') ?? null
  const name = named === null ? null : textOf(named, 63)
  if (named !== null && name !== null) checkName(name, named, named.tree.at)
  const env = readEnv(fields?.find('env') ?? null, matrix)
  const template = image === null ? null : templateOf(image, 'matrix', matrix, 500)
  return name === null || template === null ? null : { name, image: template, env }
}

function readNamed(
  field: Field,
  { name, at }: { readonly name: string; readonly at: number },
  matrix: ReadonlySet<string>,
): ServiceDraft | null {
  checkName(name, field, at)
  const fields = field.tree.kind === 'scalar' ? null : fieldsOf(field, ['image', 'env'])
  const image = field.tree.kind === 'scalar' ? field : (fields?.require('image') ?? null)
  const env = readEnv(fields?.find('env') ?? null, matrix)
  const template = image === null ? null : templateOf(image, 'matrix', matrix, 500)
  return template === null ? null : { name, image: template, env }
}

function checkName(name: string, field: Field, at: number): void {
  if (nameShape.test(name) && name !== 'localhost') return
  field.problems.add(at, `«${shown(name)}» cannot be the name of a service: use small letters, digits and dashes`)
}
