import { Type } from 'typebox'
import type { ChangedComponent, SbomChanges } from '../../../features/sbom/compare-sboms.ts'
import type { Component } from '../../../features/sbom/list-components.ts'
import { maybeText, plain } from './form.ts'

const text = Type.String()
const count = Type.Integer()
const texts = Type.Array(text)
const scope = Type.String({ enum: ['required', 'optional', 'development'], description: 'What it is needed for' })
const ecosystem = Type.String({ description: 'The type of its package URL, such as npm or cargo' })
const direct = Type.Boolean({ description: 'Asked for by the project itself, not by another package' })

export const sbomComponent = plain<Component>(
  {
    name: text,
    version: Type.Union([text, Type.Null()], { description: 'Null where a file only says what would do' }),
    declared_range: maybeText,
    ecosystem,
    purl: text,
    scope,
    direct,
    licenses: texts,
    hashes: Type.Array(Type.Object({ alg: text, content: text })),
    files: Type.Array(text, { description: 'Where it is named' }),
    depends_on: Type.Array(text, { description: 'Package URLs' }),
  },
  (one) => ({
    name: one.name,
    version: one.version === '' ? null : one.version,
    declared_range: one.range,
    ecosystem: one.ecosystem,
    purl: one.purl,
    scope: one.use,
    direct: one.isDirect,
    licenses: one.licences,
    hashes: one.hashes.map(({ algorithm, content }) => ({ alg: algorithm, content })),
    files: one.files,
    depends_on: one.needs,
  }),
)

const change = Type.Object({
  change: Type.String({ enum: ['added', 'removed', 'changed'] }),
  ecosystem,
  name: text,
  before: Type.Array(text, { description: 'Versions, or ranges where none is known' }),
  after: texts,
  licenses: texts,
  scope,
  direct,
})

export const sbomChanges = plain<SbomChanges>(
  {
    base_sha: Type.String({ description: 'Where the two went apart' }),
    head_sha: text,
    added: count,
    removed: count,
    changed: count,
    components: Type.Array(change),
  },
  (value) => ({
    base_sha: value.base,
    head_sha: value.head,
    added: value.added,
    removed: value.removed,
    changed: value.changed,
    components: value.items.map(presentChange),
  }),
)

function presentChange(one: ChangedComponent): object {
  const { kind, ecosystem: type, name, before, after, licences, use, isDirect } = one
  return { change: kind, ecosystem: type, name, before, after, licenses: licences, scope: use, direct: isDirect }
}
