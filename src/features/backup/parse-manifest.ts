import { createHash } from 'node:crypto'
import type { Entry, KeptRepo, KeptTable, PlainFile, Point, PointHeader } from './manifest.ts'

const uuid = /^[0-9a-f-]{36}$/
const sha256 = /^[0-9a-f]{64}$/
const sha1 = /^[0-9a-f]{40}$/
/** One step of a path, and nothing that leads elsewhere. */
const oneStep = /^(?!\.{1,2}$)[^/\0]+$/

export class BadManifest extends Error {
  override readonly name = 'BadManifest'
}

/** The last line proves all above it. */
export function endLine(before: Buffer): string {
  return `${JSON.stringify({ end: createHash('sha256').update(before).digest('hex') })}\n`
}

/** A manifest, whole and unchanged. */
export function parseManifest(name: string, text: Buffer): Point {
  const last = text.lastIndexOf('\n', text.length - 2) + 1
  if (text.subarray(last).toString() !== endLine(text.subarray(0, last))) {
    throw new BadManifest(`The manifest of ${name} is not what was written: it is cut short, or was changed`)
  }
  return parsePart(name, text.subarray(0, last))
}

/** The beginning of a manifest, which a backup that was cut off has left. What is there is true. */
export function parsePart(name: string, text: Buffer): Point {
  const whole = text.subarray(0, text.lastIndexOf('\n') + 1).toString()
  const [first = '{}', ...lines] = whole.split('\n').filter((line) => line !== '')
  const header = JSON.parse(first) as PointHeader
  if (header.format !== 1) throw new BadManifest(`${name} is a backup of another format: use the Stithy that made it`)
  const tables = new Map<string, KeptTable>()
  const repos = new Map<string, KeptRepo>()
  const plain: PlainFile[] = []
  const lost: Pick<PlainFile, 'kind' | 'name'>[] = []
  for (const line of lines) {
    const entry = JSON.parse(line) as Entry
    if (!isSafe(entry)) throw new BadManifest(`The manifest of ${name} names files outside of the data directory`)
    if ('table' in entry) tables.set(entry.table.name, entry.table)
    else if ('repo' in entry) repos.set(entry.repo.uuid, entry.repo)
    else if ('plain' in entry) plain.push(entry.plain)
    else lost.push(entry.lost)
  }
  return { name, header, tables, repos, plain, lost }
}

/** Names become paths at a restore. */
function isSafe(entry: Entry): boolean {
  if ('table' in entry) return entry.table.chunks.every((file) => sha256.test(file.sha256))
  if ('plain' in entry) return oneStep.test(entry.plain.name) && sha256.test(entry.plain.file.sha256)
  if ('lost' in entry) return true
  const { uuid: id, home, packs } = entry.repo
  const files = packs.flatMap(({ pack, index }) => [pack, index])
  const named = uuid.test(id) && oneStep.test(home) && packs.every((pack) => sha1.test(pack.id))
  return named && files.every((file) => sha256.test(file.sha256))
}
