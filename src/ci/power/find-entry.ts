import { posix } from 'node:path'

/** The module that a `.svc-ci/` directory is run by, relative to it; or why there is none. */
export type Entry = { readonly entry: string } | { readonly error: string }

const names = ['pipeline.ts', 'pipeline.mjs']
const runnable = /\.(?:[cm]?js|[cm]?ts)$/

/** `files`: paths relative to the directory. `packageJson`: the text of its package.json, null where there is none. */
export function findEntry(files: readonly string[], packageJson: string | null): Entry {
  const there = new Set(files)
  const named = names.find((name) => there.has(name))
  if (named !== undefined) return { entry: named }
  if (packageJson === null) return { error: '.svc-ci/ has no pipeline.ts, no pipeline.mjs and no package.json' }
  const main = readMain(packageJson)
  if (main === null) return { error: '.svc-ci/package.json names no "main"' }
  const path = posix.normalize(main)
  if (path.startsWith('../') || path.startsWith('/') || path === '..' || /[\p{Cc}\\]/u.test(path))
    return { error: '"main" in .svc-ci/package.json must lie inside .svc-ci/' }
  const entry = [path, `${path}.js`].find((one) => there.has(one) && runnable.test(one))
  return entry === undefined ? { error: '"main" in .svc-ci/package.json names no module that is there' } : { entry }
}

function readMain(packageJson: string): string | null {
  try {
    const read: unknown = JSON.parse(packageJson)
    if (typeof read !== 'object' || read === null || !('main' in read)) return null
    return typeof read.main === 'string' && read.main !== '' ? read.main : null
  } catch {
    return null
  }
}
