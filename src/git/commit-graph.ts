import { requireSha, type Sha, type ShaPrefix } from '../core/sha.ts'
import { type PathFilters, readPathFilters } from './changed-path-filter.ts'
import { MainLine } from './main-line.ts'

const idBytes = 20
const rowBytes = 36
const noParent = 0x70000000
const manyParents = 0x80000000

/** One file of git's index of commits, as git's documentation describes it: ids in order, and a row for each. */
interface Layer {
  /** How many commits stand in the files below: places count through all of them. */
  readonly first: number
  readonly count: number
  readonly fanout: Buffer
  readonly ids: Buffer
  readonly rows: Buffer
  /** The same: four bytes are read ten times as fast there. */
  readonly words: DataView
  readonly edges: Buffer
  readonly filters: PathFilters | null
}

/**
 * What git knows of commits without reading them: parents, tree, date, and which paths each may have changed. All of it
 * follows from the ids, so it is never wrong, only incomplete: what came since is in no file. Whoever is in it has all its
 * ancestors in it.
 */
export class CommitGraph {
  readonly #layers: readonly Layer[]
  readonly size: number
  readonly filterBytes: number
  /** Of each commit the first two, as they stand in its row: walks go through many. */
  readonly #parents: Uint32Array
  #order: Uint32Array | null = null
  #line: MainLine | null = null

  /** The files of a chain, the lowest first. Throws for what is none. */
  constructor(files: readonly Buffer[]) {
    const layers: Layer[] = []
    let first = 0
    for (const file of files) {
      const layer = readLayer(file, first)
      layers.push(layer)
      first += layer.count
    }
    this.#layers = layers
    this.size = first
    this.filterBytes = layers.reduce((sum, { filters }) => sum + (filters?.bytes.length ?? 0), 0)
    this.#parents = new Uint32Array(2 * first)
    for (const { first: start, count, words } of layers) {
      for (let index = 0; index < count; index++) {
        const row = index * rowBytes + idBytes
        this.#parents[2 * (start + index)] = words.getUint32(row)
        this.#parents[2 * (start + index) + 1] = words.getUint32(row + 4)
      }
    }
  }

  /** Where a commit stands; -1 where it does not. */
  find(sha: Sha): number {
    const id = Buffer.from(sha, 'hex')
    for (const layer of this.#layers) {
      const at = firstFrom(layer, id)
      const start = at * idBytes
      if (at < layer.count && layer.ids.compare(id, 0, idBytes, start, start + idBytes) === 0) return layer.first + at
    }
    return -1
  }

  /** All whose ids begin so. */
  beginningWith(prefix: ShaPrefix): readonly number[] {
    const places: number[] = []
    const lowest = Buffer.from(prefix.padEnd(2 * idBytes, '0'), 'hex')
    for (const layer of this.#layers) {
      for (let at = firstFrom(layer, lowest); at < layer.count; at++) {
        if (!this.sha(layer.first + at).startsWith(prefix)) break
        places.push(layer.first + at)
      }
    }
    return places
  }

  sha(at: number): Sha {
    const { first, ids } = this.#layer(at)
    const start = (at - first) * idBytes
    return requireSha(ids.toString('hex', start, start + idBytes))
  }

  tree(at: number): Sha {
    const { first, rows } = this.#layer(at)
    const start = (at - first) * rowBytes
    return requireSha(rows.toString('hex', start, start + idBytes))
  }

  /** Of the committer, in seconds. */
  date(at: number): number {
    const { first, words } = this.#layer(at)
    const row = (at - first) * rowBytes + idBytes + 8
    return (words.getUint32(row) & 3) * 2 ** 32 + words.getUint32(row + 4)
  }

  /** Higher than that of every ancestor; 0 where git has not said. */
  level(at: number): number {
    const { first, words } = this.#layer(at)
    return words.getUint32((at - first) * rowBytes + idBytes + 8) >>> 2
  }

  parents(at: number): readonly number[] {
    const one = this.#parents[2 * at] ?? noParent
    if (one === noParent) return []
    const two = this.#parents[2 * at + 1] ?? noParent
    if (two === noParent) return [one]
    if (two < manyParents) return [one, two]
    const all = [one]
    const { edges } = this.#layer(at)
    for (let edge = two - manyParents; ; edge++) {
      const next = edges.readUInt32BE(edge * 4)
      all.push(next % manyParents)
      if (next >= manyParents) return all
    }
  }

  firstParent(at: number): number | null {
    const one = this.#parents[2 * at] ?? noParent
    return one === noParent ? null : one
  }

  /** The same as `parents`, without a list for each. */
  eachParent(at: number, act: (parent: number) => void): void {
    const one = this.#parents[2 * at] ?? noParent
    if (one === noParent) return
    const two = this.#parents[2 * at + 1] ?? noParent
    if (two >= manyParents) {
      this.parents(at).forEach(act)
      return
    }
    if (two !== noParent) act(two)
    act(one)
  }

  /** A 1 for each commit in the histories of some, they themselves among them. */
  reachedFrom(places: readonly number[]): Uint8Array {
    const reached = new Uint8Array(this.size)
    const waiting: number[] = []
    const meet = (place: number): void => {
      if (reached[place] !== 0) return
      reached[place] = 1
      waiting.push(place)
    }
    places.forEach(meet)
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) this.eachParent(place, meet)
    return reached
  }

  countFrom(places: readonly number[]): number {
    const reached = this.reachedFrom(places)
    let count = 0
    for (let at = 0; at < reached.length; at++) count += reached[at] ?? 0
    return count
  }

  /** All of them, none before one that stands higher. */
  fromTheTop(): Uint32Array {
    this.#order ??= this.#byLevel()
    return this.#order
  }

  /** Where in that order the level begins. */
  firstAtLevel(order: Uint32Array, level: number): number {
    let [low, high] = [0, order.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.level(order[middle] ?? 0) > level) low = middle + 1
      else high = middle
    }
    return low
  }

  /** They are counted by their levels, and each goes to where its level begins. */
  #byLevel(): Uint32Array {
    const levels = new Uint32Array(this.size)
    let highest = 0
    for (const { first, count, words } of this.#layers) {
      for (let index = 0; index < count; index++) {
        const level = words.getUint32(index * rowBytes + idBytes + 8) >>> 2
        levels[first + index] = level
        if (level > highest) highest = level
      }
    }
    const next = new Uint32Array(highest + 2)
    for (const level of levels) next[highest - level + 1] = (next[highest - level + 1] ?? 0) + 1
    for (let at = 1; at < next.length; at++) next[at] = (next[at] ?? 0) + (next[at - 1] ?? 0)
    const order = new Uint32Array(this.size)
    for (let place = 0; place < this.size; place++) {
      const row = highest - (levels[place] ?? 0)
      const at = next[row] ?? 0
      order[at] = place
      next[row] = at + 1
    }
    return order
  }

  /** Its commits as walks meet them, with what each may have changed. */
  get line(): MainLine {
    this.#line ??= new MainLine(this)
    return this.#line
  }

  /** Nothing where there is none: what it changed is not known. */
  copyFilter(place: number, to: Uint8Array, at: number): number {
    const { first, filters } = this.#layer(place)
    if (filters === null) return at
    const start = filters.startOf(place - first)
    const end = filters.startOf(place - first + 1)
    if (start > end || end > filters.bytes.length || at + end - start > to.length)
      throw new RangeError('a broken filter')
    for (let from = start; from < end; from++) to[at + from - start] = filters.bytes[from] ?? 0
    return at + end - start
  }

  #layer(at: number): Layer {
    for (let index = this.#layers.length - 1; index >= 0; index--) {
      const layer = this.#layers[index]
      if (layer !== undefined && layer.first <= at) return layer
    }
    throw new RangeError(`No commit stands at ${at}`)
  }
}

/** Where in a file the ids begin that are not below one. */
function firstFrom({ fanout, ids }: Layer, id: Buffer): number {
  const byte = id[0] ?? 0
  let low = byte === 0 ? 0 : fanout.readUInt32BE((byte - 1) * 4)
  let high = fanout.readUInt32BE(byte * 4)
  // The first of their bytes nearly always tell, at a twentieth of what comparing all of them takes.
  const begin = id.readUInt32BE(0)
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = ids.readUInt32BE(middle * idBytes)
    const isBelow =
      there === begin ? ids.compare(id, 0, idBytes, middle * idBytes, (middle + 1) * idBytes) < 0 : there < begin
    if (isBelow) low = middle + 1
    else high = middle
  }
  return low
}

function readLayer(file: Buffer, first: number): Layer {
  // The name of the format, its version, and which hash ids are made with.
  if (file.toString('latin1', 0, 4) !== 'CGPH' || file[4] !== 1 || file[5] !== 1)
    throw new RangeError('no commit-graph')
  const chunks = new Map<string, Buffer>()
  const chunkCount = file.readUInt8(6)
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const at = 8 + chunk * 12
    const start = Number(file.readBigUInt64BE(at + 4))
    const end = Number(file.readBigUInt64BE(at + 16))
    if (start > end || end > file.length) throw new RangeError('a commit-graph that is cut off')
    chunks.set(file.toString('latin1', at, at + 4), file.subarray(start, end))
  }
  const none = Buffer.alloc(0)
  const fanout = chunks.get('OIDF') ?? none
  const ids = chunks.get('OIDL') ?? none
  const rows = chunks.get('CDAT') ?? none
  const count = fanout.readUInt32BE(255 * 4)
  if (ids.length < count * idBytes || rows.length < count * rowBytes) throw new RangeError('a commit-graph with gaps')
  const filters = readPathFilters(chunks.get('BIDX') ?? none, chunks.get('BDAT') ?? none, count)
  const words = new DataView(rows.buffer, rows.byteOffset, rows.length)
  return { first, count, fanout, ids, rows, words, edges: chunks.get('EDGE') ?? none, filters }
}
