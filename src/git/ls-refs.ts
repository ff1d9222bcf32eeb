import { flushPkt, pktLine, readPktLines } from './pkt-line.ts'

/** A question for refs in version 2 of git's protocol. */
export interface LsRefs {
  readonly peel: boolean
  readonly symrefs: boolean
  readonly unborn: boolean
  /** Refs that begin like one of these; all of them where there are none. */
  readonly prefixes: readonly string[]
}

export interface ShownRef {
  readonly name: string
  readonly sha: string
  /** What an annotated tag stands for in the end; of anything else, itself. */
  readonly peeled: string
}

/** Every ref is held against each of them, which is nothing for the thread that serves: more are for git. */
const mostPrefixes = 256
/** What a client says of itself, and what it has to agree with the server about. */
const known = /^(?:command=ls-refs|agent=[\x20-\x7e]*|object-format=sha1|session-id=[\x20-\x7e]*)$/
const delimiter = '0001'

/** Null for whatever is not exactly a question for refs: git knows what to say to that. */
export function parseLsRefs(question: Buffer): LsRefs | null {
  const packets = packetsOf(question)
  const split = packets?.indexOf(delimiter) ?? -1
  if (packets === null || packets.at(-1) !== flushPkt || packets.indexOf(flushPkt) !== packets.length - 1) return null
  const head = packets.slice(0, split === -1 ? -1 : split)
  if (!head.includes('command=ls-refs') || !head.every((line) => known.test(line))) return null
  const asked = { peel: false, symrefs: false, unborn: false }
  const prefixes: string[] = []
  for (const line of split === -1 ? [] : packets.slice(split + 1, -1)) {
    if (line === 'peel' || line === 'symrefs' || line === 'unborn') asked[line] = true
    else if (line.startsWith('ref-prefix ')) prefixes.push(line.slice('ref-prefix '.length))
    else return null
  }
  return prefixes.length > mostPrefixes ? null : { ...asked, prefixes }
}

/** The lines, each without its length and the newline at its end. */
function packetsOf(question: Buffer): string[] | null {
  const packets: string[] = []
  for (let at = 0; at < question.length; ) {
    const digits = question.toString('latin1', at, at + 4)
    if (!/^[\da-f]{4}$/i.test(digits)) return null
    if (digits === flushPkt || digits === delimiter) {
      packets.push(digits)
      at += 4
      continue
    }
    const end = at + Number.parseInt(digits, 16)
    if (end <= at + 4 || end > question.length) return null
    const line = question.toString('utf8', at + 4, end)
    // A name that is no text has no equal among ours.
    if (line.includes('\ufffd')) return null
    packets.push(line.endsWith('\n') ? line.slice(0, -1) : line)
    at = end
  }
  return packets
}

function isAskedFor({ prefixes }: Pick<LsRefs, 'prefixes'>, name: string): boolean {
  return prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix))
}

/** As git writes them: HEAD, where it points to, and all others in the order of their bytes. */
export function writeLsRefs(asked: LsRefs, headTarget: string, refs: readonly ShownRef[]): Buffer {
  const head = refs.find(({ name }) => name === headTarget)
  const target = asked.symrefs ? ` symref-target:${headTarget}` : ''
  const lines: string[] = []
  if (isAskedFor(asked, 'HEAD')) {
    if (head !== undefined) lines.push(lineOf(asked, { ...head, name: `HEAD${target}` }))
    else if (asked.unborn && asked.symrefs) lines.push(pktLine(`unborn HEAD${target}\n`))
  }
  const shown = refs.filter(({ name }) => isAskedFor(asked, name))
  for (const ref of inOrder(shown)) lines.push(lineOf(asked, ref))
  return Buffer.from(lines.join('') + flushPkt)
}

function lineOf({ peel }: LsRefs, { name, sha, peeled }: ShownRef): string {
  return pktLine(peel && peeled !== sha ? `${sha} ${name} peeled:${peeled}\n` : `${sha} ${name}\n`)
}

/** What stands behind the first ref that receive-pack names. */
export function capabilitiesIn(advertisement: Buffer): string {
  const [first = Buffer.alloc(0)] = readPktLines(advertisement)
  return first.toString('latin1', first.indexOf(0) + 1).trimEnd()
}

/** What receive-pack says first; `capabilities` is what this git can do. */
export function writeReceiveRefs(protocol: string, capabilities: string, refs: readonly ShownRef[]): Buffer {
  const version = protocol === 'version=1' ? pktLine('version 1\n') : ''
  const names = inOrder(refs).map(({ sha, name }) => `${sha} ${name}`)
  if (names.length === 0) names.push(`${'0'.repeat(40)} capabilities^{}`)
  const lines = names.map((line, at) => pktLine(at === 0 ? `${line}\0${capabilities}\n` : `${line}\n`))
  return Buffer.from(version + lines.join('') + flushPkt)
}

/** Units of UTF-16 have another order than bytes where a character takes two of them. */
const pair = /[\ud800-\udfff]/

function inOrder(refs: readonly ShownRef[]): readonly ShownRef[] {
  if (!refs.some(({ name }) => pair.test(name))) return refs.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const bytes = new Map(refs.map(({ name }) => [name, Buffer.from(name)]))
  const none = Buffer.alloc(0)
  return refs.toSorted((a, b) => Buffer.compare(bytes.get(a.name) ?? none, bytes.get(b.name) ?? none))
}
