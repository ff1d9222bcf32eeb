import { describe, expect, test } from 'vitest'
import { chooseFiles } from '../../src/sbom/choose-files.ts'
import { compareInventories } from '../../src/sbom/compare-inventories.ts'
import { summaryOf } from '../../src/sbom/inventory.ts'
import { searchInventory } from '../../src/sbom/search-inventory.ts'
import { takeInventory } from '../../src/sbom/take-inventory.ts'
import { writeDocument } from '../../src/sbom/write-document.ts'
import { cyclonedxErrors } from '../support/cyclonedx-schema.ts'
import { npmCases, otherCases } from '../support/lock-files.ts'

const cases = [...npmCases, ...otherCases]
const subject = {
  name: 'ada/engine',
  url: 'https://code.example.org/ada/engine',
  commit: 'a'.repeat(40),
  at: 1_700_000_000_000,
  serial: '3e671687-395b-41f5-a30f-a58921a69b79',
  toolVersion: '1.2.3',
}
const all = takeInventory(
  cases.map((one, index) => ({ path: `${index}/${one.path}`, text: one.text })),
  [{ path: 'huge/package-lock.json', text: 'it is too large to be read' }],
)

describe('the document', () => {
  test('is CycloneDX 1.6 by its own schema, for all that can be found', () => {
    const errorsIn = cyclonedxErrors()
    const document = JSON.parse(writeDocument(all, subject))
    expect(errorsIn(document)).toEqual([])
    expect(errorsIn({ ...document, components: [{ type: 'nonsense', name: 'x' }] })).not.toEqual([])
    expect(errorsIn(JSON.parse(writeDocument(takeInventory([]), subject)))).toEqual([])
  })

  test('says what it is about, who made it and what could not be read', () => {
    const { metadata, serialNumber, specVersion } = JSON.parse(writeDocument(all, subject))
    expect(specVersion).toBe('1.6')
    expect(serialNumber).toBe(`urn:uuid:${subject.serial}`)
    expect(metadata.timestamp).toBe('2023-11-14T22:13:20.000Z')
    expect(metadata.component).toMatchObject({ type: 'application', name: 'ada/engine', version: subject.commit })
    expect(metadata.tools.components).toMatchObject([{ name: 'Stithy', version: '1.2.3' }])
    expect(metadata.properties).toContainEqual({
      name: 'stithy:unread',
      value: 'huge/package-lock.json: it is too large to be read',
    })
  })

  test('has components with purl, scope, hashes, licences, and the graph between them', () => {
    const { components, dependencies } = JSON.parse(writeDocument(all, subject))
    const left = components.find((one: { purl: string }) => one.purl === 'pkg:npm/left@1.2.0')
    expect(left).toMatchObject({ type: 'library', name: 'left', version: '1.2.0', scope: 'required' })
    expect(left.licenses).toEqual([{ license: { id: 'MIT' } }])
    expect(left.hashes[0].alg).toBe('SHA-512')
    expect(left.properties).toContainEqual({ name: 'stithy:file', value: '0/package-lock.json' })
    expect(components.find((one: { purl: string }) => one.purl === 'pkg:npm/%40types/x@1.0.0')).toMatchObject({
      group: '@types',
      name: 'x',
      scope: 'excluded',
    })
    const needs = new Map(dependencies.map((one: { ref: string; dependsOn?: string[] }) => [one.ref, one.dependsOn]))
    expect(needs.get('pkg:npm/left@1.2.0')).toEqual(['pkg:npm/deep@2.0.0'])
    expect(needs.get('repository')).toContain('pkg:npm/left@1.2.0')
    const purls = components.map((one: { 'bom-ref': string }) => one['bom-ref'])
    expect(new Set(purls).size).toBe(purls.length)
  })

  test('is the same, byte for byte, whatever the order of the files', () => {
    const turned = takeInventory(
      cases.map((one, index) => ({ path: `${index}/${one.path}`, text: one.text })).toReversed(),
      [{ path: 'huge/package-lock.json', text: 'it is too large to be read' }],
    )
    expect(writeDocument(turned, subject)).toBe(writeDocument(all, subject))
  })

  test.each([
    ['MIT', { license: { id: 'MIT' } }],
    ['apache-2.0', { license: { id: 'Apache-2.0' } }],
    ['(MIT OR Apache-2.0)', { expression: '(MIT OR Apache-2.0)' }],
    ['MIT AND (ISC OR BSD-3-Clause)', { expression: 'MIT AND (ISC OR BSD-3-Clause)' }],
    ['MIT OR', { license: { name: 'MIT OR' } }],
    ['(MIT', { license: { name: '(MIT' } }],
    ['SEE LICENSE IN x', { license: { name: 'SEE LICENSE IN x' } }],
    ['<script>', { license: { name: '<script>' } }],
  ])('a licence "%s" is written as what it is', (license, written) => {
    const text = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0', license } } })
    const document = JSON.parse(writeDocument(takeInventory([{ path: 'package-lock.json', text }]), subject))
    expect(document.components[0].licenses).toEqual([written])
  })

  test('is written for 50,000 components in bearable time', () => {
    const packages = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, at) => [
        `node_modules/p${at}`,
        { version: '1.0.0', license: 'MIT', dependencies: { [`p${(at * 7) % 50_000}`]: '1' } },
      ]),
    )
    const began = performance.now()
    const inventory = takeInventory([{ path: 'package-lock.json', text: JSON.stringify({ packages }) }])
    expect(JSON.parse(writeDocument(inventory, subject)).components).toHaveLength(50_000)
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})

describe('which files are read', () => {
  const chosen = (...paths: readonly string[]): readonly string[] =>
    chooseFiles(paths.map((path) => ({ path, size: 10, isLink: false }))).chosen.map((one) => one.path)

  test('lock files anywhere, but not in what was copied from others', () => {
    expect(
      chosen('Cargo.lock', 'a/b/go.mod', 'node_modules/x/package-lock.json', 'vendor/y/go.mod', 'README.md'),
    ).toEqual(['Cargo.lock', 'a/b/go.mod'])
  })

  test('manifests only where no lock file lies beside or above them', () => {
    expect(chosen('package.json', 'yarn.lock', 'packages/a/package.json', 'tool/Cargo.toml')).toEqual([
      'yarn.lock',
      'tool/Cargo.toml',
    ])
    expect(chosen('web/package-lock.json', 'package.json')).toEqual(['web/package-lock.json', 'package.json'])
    expect(chosen('go.mod', 'go.sum', 'sub/go.sum')).toEqual(['go.mod', 'sub/go.sum'])
  })

  test('links, large files, deep ones and the five hundred and first are left out, and it is said', () => {
    expect(chooseFiles([{ path: 'go.mod', size: 10, isLink: true }]).chosen).toEqual([])
    expect(chooseFiles([{ path: 'go.mod', size: 21 * 1024 * 1024, isLink: false }])).toEqual({
      chosen: [],
      notes: [{ path: 'go.mod', text: 'it is too large to be read' }],
    })
    const deep = `${'a/'.repeat(40)}go.mod`
    expect(chooseFiles([{ path: deep, size: 1, isLink: false }]).notes).toHaveLength(1)
    const many = Array.from({ length: 510 }, (_, at) => ({ path: `${at}/go.mod`, size: 1, isLink: false }))
    expect(chooseFiles(many).chosen).toHaveLength(500)
    expect(chooseFiles(many).notes).toHaveLength(10)
    const large = Array.from({ length: 5 }, (_, at) => ({
      path: `${at}/go.mod`,
      size: 15 * 1024 * 1024,
      isLink: false,
    }))
    expect(chooseFiles(large).chosen).toHaveLength(4)
  })
})

describe('looking through and comparing', () => {
  test('counts by ecosystem, licence and use', () => {
    const summary = summaryOf(all)
    expect(summary.ecosystems[0]?.name).toBe('npm')
    expect(summary.uses.development).toBeGreaterThan(3)
    expect(summary.components).toBe(all.components.length)
  })

  test('finds by words in name, version and licence, and by what a component is', () => {
    const find = (filter: Parameters<typeof searchInventory>[1]): readonly string[] =>
      searchInventory(all, filter, { page: 1, perPage: 100 }).items.map((one) => one.name)
    expect(find({ q: 'LEFT 1.2' })).toEqual(['left'])
    expect(find({ q: 'bsd-3' })).toEqual(['psr/log'])
    expect(find({ q: '', ecosystem: 'swift' })).toEqual(['example.org/team/own', 'github.com/apple/swift-nio'])
    expect(find({ q: '', licence: 'MIT' })).toEqual(['monolog/monolog', 'psr/log', 'left'])
    expect(find({ q: 'ruff', use: 'required' })).toEqual([])
    expect(searchInventory(all, { q: '' }, { page: 9999, perPage: 10 })).toMatchObject({
      items: [],
      total: all.components.length,
    })
  })

  test('tells what came, what went and what is there in another version', () => {
    const base = takeInventory([{ path: 'requirements.txt', text: 'a==1\nb==1\nc>=1\nsame==1' }])
    const head = takeInventory([{ path: 'requirements.txt', text: 'a==2\nc>=2\nd==1\nsame==1' }])
    const changes = compareInventories(base, head)
    expect(changes.items.map((one) => [one.kind, one.name, one.before, one.after])).toEqual([
      ['changed', 'a', ['1'], ['2']],
      ['removed', 'b', ['1'], []],
      ['changed', 'c', ['>=1'], ['>=2']],
      ['added', 'd', [], ['1']],
    ])
    expect(changes).toMatchObject({ added: 1, removed: 1, changed: 2 })
  })
})
