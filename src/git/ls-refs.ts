import { askedLines } from './asked-lines.ts'
import { flushPkt, pktLine, readPktLines } from './pkt-line.ts'

/** A question for refs in version 2 of git's protocol. */
export interface LsRefs {
  readonly peel: boolean
  readonly symrefs: boolean
  readonly unborn: boolean
  /** Refs that begin like one of these; all of them where there are none. */
  readonly prefixes: readonly string[]
}

/** A ref, and how it is told: of thousands that are told after a push, all but one are what they were. */
export class ShownRef {
  readonly name: string
  readonly sha: string
  /** What an annotated tag stands for in the end; of anything else, itself. */
  readonly peeled: string
  #line: string | null = null
  #peeledLine: string | null = null

  constructor({ name, sha, peeled }: Pick<ShownRef, 'name' | 'sha' | 'peeled'>) {
    this.name = name
    this.sha = sha
    this.peeled = peeled
  }

  get line(): string {
    return (this.#line ??= pktLine(`${this.sha} ${this.name}\n`))
  }

  get peeledLine(): string {
    if (this.peeled === this.sha) return this.line
    return (this.#peeledLine ??= pktLine(`${this.sha} ${this.name} peeled:${this.peeled}\n`))
  }
}

/** Every ref is held against each of them, which is nothing for the thread that serves: more are for git. */
const mostPrefixes = 256
/** Null for whatever is not exactly a question for refs: git knows what to say to that. */
export function parseLsRefs(question: Buffer): LsRefs | null {
  const lines = askedLines(question, 'ls-refs')
  if (lines === null) return null
  const asked = { peel: false, symrefs: false, unborn: false }
  const prefixes: string[] = []
  for (const line of lines) {
    if (line === 'peel' || line === 'symrefs' || line === 'unborn') asked[line] = true
    else if (line.startsWith('ref-prefix ')) prefixes.push(line.slice('ref-prefix '.length))
    else return null
  }
  return prefixes.length > mostPrefixes ? null : { ...asked, prefixes }
}

/** Those that begin so: in their order, all that begin alike stand together. */
function beginningWith(prefixes: readonly string[], refs: readonly ShownRef[]): readonly ShownRef[] {
  if (prefixes.length === 0) return refs
  const found: ShownRef[] = []
  let last: string | null = null
  for (const prefix of prefixes.toSorted(inBytes)) {
    if (last !== null && prefix.startsWith(last)) continue
    last = prefix
    for (let at = firstFrom(refs, prefix), ref = refs[at]; ref?.name.startsWith(prefix) === true; ref = refs[++at])
      found.push(ref)
  }
  return found
}

function firstFrom(refs: readonly ShownRef[], name: string): number {
  let [low, high] = [0, refs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (inBytes(refs[middle]?.name ?? '', name) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** As git writes them: HEAD, where it points to, and all others as they come: `refs` are in the order of their bytes. */
export function writeLsRefs(asked: LsRefs, headTarget: string, refs: readonly ShownRef[]): Buffer {
  const head = refs.find(({ name }) => name === headTarget)
  const target = asked.symrefs ? ` symref-target:${headTarget}` : ''
  const lines: string[] = []
  if (asked.prefixes.length === 0 || asked.prefixes.some((prefix) => 'HEAD'.startsWith(prefix))) {
    if (head !== undefined) lines.push(pktLine(`${head.sha} HEAD${target}\n`))
    else if (asked.unborn && asked.symrefs) lines.push(pktLine(`unborn HEAD${target}\n`))
  }
  for (const ref of beginningWith(asked.prefixes, refs)) lines.push(asked.peel ? ref.peeledLine : ref.line)
  return Buffer.from(lines.join('') + flushPkt)
}

/** What stands behind the first ref that receive-pack names. */
export function capabilitiesIn(advertisement: Buffer): string {
  const [first = Buffer.alloc(0)] = readPktLines(advertisement)
  return first.toString('latin1', first.indexOf(0) + 1).trimEnd()
}

/** What receive-pack says first; `capabilities` is what this git can do. */
export function writeReceiveRefs(protocol: string, capabilities: string, refs: readonly ShownRef[]): Buffer {
  const version = protocol === 'version=1' ? pktLine('version 1\n') : ''
  const [first = { sha: '0'.repeat(40), name: 'capabilities^{}' }, ...others] = refs
  const opening = pktLine(`${first.sha} ${first.name}\0${capabilities}\n`)
  return Buffer.from(version + opening + others.map(({ line }) => line).join('') + flushPkt)
}

/** Units of UTF-16 have another order than bytes where a character takes two of them. */
const pair = /[\ud800-\udfff]/

function inBytes(a: string, b: string): number {
  return pair.test(a) || pair.test(b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : inUnits(a, b)
}

function inUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** In the order of the bytes of their names, as git tells them. */
export function inOrder(refs: readonly ShownRef[]): readonly ShownRef[] {
  if (!refs.some(({ name }) => pair.test(name))) return refs.toSorted((a, b) => inUnits(a.name, b.name))
  const inBytesOnce = refs.map((ref) => ({ ref, bytes: Buffer.from(ref.name) }))
  return inBytesOnce.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ ref }) => ref)
}
