import * as Enums from '@cyclonedx/cyclonedx-library/Enums'
import * as Models from '@cyclonedx/cyclonedx-library/Models'
import * as Serialize from '@cyclonedx/cyclonedx-library/Serialize'
import * as Spec from '@cyclonedx/cyclonedx-library/Spec'
import type { Use } from './found-package.ts'
import type { HashAlgorithm } from './hashes.ts'
import type { Component, Inventory } from './inventory.ts'
import { licenceOf } from './licences.ts'

/** What a document is about. The same subject and inventory give the same document, byte for byte. */
export interface Subject {
  /** owner/repository */
  readonly name: string
  readonly url: string
  readonly commit: string
  /** When it was committed. */
  readonly at: number
  /** A UUID. */
  readonly serial: string
  /** Of Stithy. */
  readonly toolVersion: string
}

const scopes: Readonly<Record<Use, Enums.ComponentScope>> = {
  required: Enums.ComponentScope.Required,
  optional: Enums.ComponentScope.Optional,
  // "for test and other non-runtime purposes"
  development: Enums.ComponentScope.Excluded,
}

const algorithms: Readonly<Record<HashAlgorithm, Enums.HashAlgorithm>> = {
  MD5: Enums.HashAlgorithm.MD5,
  'SHA-1': Enums.HashAlgorithm['SHA-1'],
  'SHA-256': Enums.HashAlgorithm['SHA-256'],
  'SHA-384': Enums.HashAlgorithm['SHA-384'],
  'SHA-512': Enums.HashAlgorithm['SHA-512'],
}

/** CycloneDX 1.6 as JSON. */
export function writeDocument(inventory: Inventory, subject: Subject): string {
  const made = new Map(inventory.components.map((one) => [one.purl, componentOf(one)]))
  const root = rootOf(subject)
  for (const one of inventory.components) {
    const component = made.get(one.purl)
    if (component === undefined) continue
    if (one.isDirect) root.dependencies.add(component.bomRef)
    for (const need of one.needs) {
      const other = made.get(need)
      if (other !== undefined) component.dependencies.add(other.bomRef)
    }
  }
  const bom = new Models.Bom({
    serialNumber: `urn:uuid:${subject.serial}`,
    metadata: metadataOf(inventory, subject, root),
    components: new Models.ComponentRepository(made.values()),
  })
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return serializer.serialize(bom, { sortLists: true, space: 1 })
}

function rootOf({ name, url, commit }: Subject): Models.Component {
  const root = new Models.Component(Enums.ComponentType.Application, name, { bomRef: 'repository', version: commit })
  root.externalReferences.add(new Models.ExternalReference(url, Enums.ExternalReferenceType.VCS))
  return root
}

function metadataOf({ files, notes }: Inventory, subject: Subject, component: Models.Component): Models.Metadata {
  const tool = new Models.Component(Enums.ComponentType.Application, 'Stithy', { version: subject.toolVersion })
  return new Models.Metadata({
    timestamp: new Date(subject.at),
    component,
    lifecycles: new Models.LifecycleRepository([Enums.LifecyclePhase.PreBuild]),
    tools: new Models.Tools({ components: new Models.ComponentRepository([tool]) }),
    properties: new Models.PropertyRepository([
      new Models.Property('stithy:commit', subject.commit),
      ...files.map((path) => new Models.Property('stithy:file', path)),
      ...notes.map(({ path, text }) => new Models.Property('stithy:unread', `${path}: ${text}`)),
    ]),
  })
}

function componentOf(one: Component): Models.Component {
  // Where a name has two parts, CycloneDX calls the first the group.
  const cut = one.ecosystem === 'maven' ? one.name.indexOf(':') : one.name.lastIndexOf('/')
  return new Models.Component(Enums.ComponentType.Library, one.name.slice(cut + 1), {
    bomRef: one.purl,
    purl: one.purl,
    ...(cut > 0 ? { group: one.name.slice(0, cut) } : {}),
    ...(one.version === '' ? {} : { version: one.version }),
    scope: scopes[one.use],
    hashes: new Models.HashDictionary(one.hashes.map((hash) => [algorithms[hash.algorithm], hash.content])),
    licenses: new Models.LicenseRepository(one.licences.map(licenceOf)),
    properties: new Models.PropertyRepository([
      ...one.files.map((path) => new Models.Property('stithy:file', path)),
      ...(one.isDirect ? [new Models.Property('stithy:direct', 'true')] : []),
      ...(one.use === 'development' ? [new Models.Property('stithy:development', 'true')] : []),
      ...(one.range === null ? [] : [new Models.Property('stithy:declared', one.range)]),
    ]),
  })
}
