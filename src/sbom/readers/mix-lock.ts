import { type FoundPackage, packageOf, type Reading } from '../found-package.ts'
import { hexHash } from '../hashes.ts'
import { purlOf } from '../purl.ts'

const longestLine = 20_000

/** A line each: `"name": {:hex, :name, "1.0.0", "sum", [:mix], [{:other, "~> 1.0", …}], "hexpm", "sum"},` */
export function readMixLock(text: string): Reading {
  const lines = text.split('\n').filter((line) => line.length <= longestLine)
  const rows = lines.flatMap((line) => {
    const found = /^\s*"[^"]+":\s*\{:hex,\s*:"?([\w.]+)"?,\s*"([^"]+)",\s*"[\da-f]*"/.exec(line)
    return found === null ? [] : [{ name: found[1] ?? '', version: found[2] ?? '', line }]
  })
  const versions = new Map(rows.map(({ name, version }) => [name, version]))
  const packages = rows.flatMap(({ name, version, line }): FoundPackage[] => {
    const sum = /"hexpm[^"]*",\s*"([\da-f]{64})"\}/.exec(line)?.[1] ?? ''
    const needs = [...line.matchAll(/\{:(\w+),\s*"/g)].flatMap(([, other = '']) => {
      const there = other === 'hex' ? undefined : versions.get(other)
      return there === undefined ? [] : (purlOf('hex', other, there) ?? [])
    })
    const made = packageOf('hex', name, version, { hashes: hexHash('sha256', sum), needs })
    return made === null ? [] : [made]
  })
  return { packages }
}
