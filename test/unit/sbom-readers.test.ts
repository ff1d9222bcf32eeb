import { describe, expect, test } from 'vitest'
import type { Component } from '../../src/sbom/inventory.ts'
import { kindOf } from '../../src/sbom/known-files.ts'
import { readers } from '../../src/sbom/readers.ts'
import { takeInventory } from '../../src/sbom/take-inventory.ts'
import { busyMs } from '../support/busy-ms.ts'
import { npmCases, otherCases } from '../support/lock-files.ts'

const cases = [...npmCases, ...otherCases]

describe('what lock files say', () => {
  test.each(cases.map((one) => [`${one.title} (${one.path})`, one] as const))(
    '%s',
    (_title, { path, text, expected }) => {
      const { components, notes } = takeInventory([{ path, text }])
      expect(components.map(line)).toEqual(expected)
      expect(notes.filter((note) => note.text.includes('could not be read'))).toEqual([])
    },
  )

  test('every kind of file has a case', () => {
    const seen = new Set<string | null>(cases.map((one) => kindOf(one.path)))
    expect(Object.keys(readers).filter((kind) => !seen.has(kind))).toEqual([])
  })

  test('hashes and licences come along', () => {
    const { components } = takeInventory(cases.filter((one) => /package-lock|Cargo.lock|composer/.test(one.path)))
    const left = components.find((one) => one.name === 'left')
    expect(left?.licences).toEqual(['MIT'])
    expect(left?.hashes).toEqual([{ algorithm: 'SHA-512', content: expect.stringMatching(/^cf83e1357eefb8bd/) }])
    expect(components.find((one) => one.name === 'serde')?.hashes[0]?.algorithm).toBe('SHA-256')
    expect(components.find((one) => one.name === 'psr/log')?.licences).toEqual(['BSD-3-Clause', 'MIT'])
  })

  test('line endings of Windows and a byte order mark change nothing', () => {
    for (const { path, text, expected } of cases) {
      const { components } = takeInventory([{ path, text: `\uFEFF${text.replaceAll('\n', '\r\n')}` }])
      expect(components.map(line), path).toEqual(expected)
    }
  })
})

describe('files that were made to do harm', () => {
  const nested = '['.repeat(200_000)
  const polluting =
    '{"packages":{"__proto__":{"version":"1"},"node_modules/__proto__":{"version":"1.0.0"},"constructor":{}}}'
  const hostile: readonly string[] = [
    '',
    '\0\0\0',
    'not what it should be',
    '{"packages":',
    nested,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '<a>'.repeat(50_000),
    `<project>${'<dependencies>'.repeat(5000)}`,
    '<!DOCTYPE x [<!ENTITY a "&b;&b;">',
    polluting,
    'null',
    '[]',
    '"text"',
    '{"packages":[],"dependencies":"x","default":7,"package":{},"pins":{},"npm":[]}',
    `${'  '.repeat(3000)}key: value\n`.repeat(200),
    Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}k:`).join('\n'),
    `a: &x [b]\nc: *x\n`.repeat(1000),
    '"'.repeat(100_000),
    `gem ${'('.repeat(100_000)}`,
    `a[${'x'.repeat(100_000)}==1`,
    `x${'-.'.repeat(50_000)}==1`,
    `require (\n${'a '.repeat(100_000)}\n)`,
    `[[package]]\nname = "${'x'.repeat(100_000)}"\nversion = "1"\n`,
    `{"packages":{"node_modules/${'a/node_modules/'.repeat(20_000)}b":{"version":"1","dependencies":{"c":"1"}}}}`,
    `"a": {:hex, :a, "${'1'.repeat(19_000)}`,
    JSON.stringify({
      packages: { 'node_modules/\u202egpj': { version: '1\n2' }, 'node_modules/ok': { version: '1.0.0' } },
    }),
  ]

  test.each(Object.keys(readers))('%s: nothing is thrown, nothing takes long', (kind) => {
    const path = cases.find((one) => kindOf(one.path) === kind)?.path ?? ''
    for (const [index, text] of hostile.entries()) {
      const began = busyMs()
      const { components } = takeInventory([{ path, text }])
      expect(busyMs() - began, `the text at ${index}`).toBeLessThan(1500)
      for (const one of components) {
        expect(one.name.length).toBeLessThanOrEqual(512)
        expect(one.name + one.version).not.toMatch(/[\p{Cc}\u202e]/u)
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('a name that every object has is a package like any other', () => {
    const { components } = takeInventory([{ path: 'package-lock.json', text: polluting }])
    expect(components.map((one) => one.name)).toEqual(['__proto__'])
    const yaml =
      "lockfileVersion: '9.0'\npackages:\n  __proto__@1.0.0:\n    resolution: {integrity: x}\n  constructor@2.0.0: {}\n"
    expect(takeInventory([{ path: 'pnpm-lock.yaml', text: yaml }]).components.map((one) => one.purl)).toEqual([
      'pkg:npm/__proto__@1.0.0',
      'pkg:npm/constructor@2.0.0',
    ])
  })

  test('what cannot be read is noted, and the rest is read', () => {
    const inventory = takeInventory([
      { path: 'a/package-lock.json', text: '{"packages": nonsense' },
      { path: 'b/Cargo.lock', text: '[[package' },
      { path: 'c/pom.xml', text: '<project><dependencies>' + '<x>'.repeat(200) },
      { path: 'go.mod', text: 'require github.com/a/b v1.0.0' },
    ])
    expect(inventory.components.map((one) => one.purl)).toEqual(['pkg:golang/github.com/a/b@v1.0.0'])
    expect(inventory.notes.map((note) => note.path)).toEqual(['a/package-lock.json', 'b/Cargo.lock', 'c/pom.xml'])
    for (const note of inventory.notes) expect(note.text).toMatch(/^it could not be read: [\x20-\x7e]{1,200}$/)
  })

  test('there are never more than 50,000 components', () => {
    const list = Array.from({ length: 50_010 }, (_, index) => `p${index}==1`).join('\n')
    const inventory = takeInventory([{ path: 'requirements.txt', text: list }])
    expect(inventory.components).toHaveLength(50_000)
    expect(inventory.notes).toEqual([{ path: 'requirements.txt', text: 'there are more than 50000 components' }])
  })
})

function line(one: Component): string {
  const words = [one.purl, one.use, ...(one.isDirect ? ['direct'] : []), ...(one.range === null ? [] : [one.range])]
  return [...words, ...(one.needs.length > 0 ? ['->', ...one.needs] : [])].join(' ')
}
