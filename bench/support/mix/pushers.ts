// Small pushes, as git sends them: a commit that changes one file, in a pack of three objects.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { ask, Refused } from './ask.ts'
import { basic, pkt } from './fetchers.ts'
import { branches, type Person, type Town } from './town.ts'

interface Lane {
  readonly repo: string
  readonly person: Person
  readonly branch: string
  head: string
  /** A person waits for the end of one push before the next. */
  last: Promise<unknown>
}

const kinds = { commit: 1, tree: 2, blob: 3 } as const

/** To one branch after the other, so that nobody is in anybody's way. */
export function pushRequest(town: Town): (index: number) => Promise<unknown> {
  const read = (...args: readonly string[]): Buffer => execFileSync('git', args, { cwd: town.real })
  const first = read('rev-parse', 'main').toString().trim()
  const tree = read('cat-file', 'tree', 'main')
  const lanes = branches.flatMap((branch) =>
    town.people.map((person): Lane => {
      const repo = `${town.url}/${person.name}/forge`
      return { repo, person, branch, head: first, last: Promise.resolve() }
    }),
  )
  return (index) => {
    const lane = lanes[index % lanes.length]
    if (lane === undefined) throw new Error('Nobody pushes')
    const pushed = lane.last.catch(() => null).then(() => push(lane, tree, index))
    lane.last = pushed
    return pushed
  }
}

async function push(lane: Lane, tree: Buffer, index: number): Promise<void> {
  const headers = { authorization: basic(lane.person) }
  const refs = await ask(`${lane.repo}/info/refs?service=git-receive-pack`, { headers })
  if (refs.status !== 200) throw new Refused(refs.status, refs.body.toString())
  const { pack, commit } = packOf(lane, tree, index)
  const line = `${lane.head} ${commit} refs/heads/${lane.branch}\0 report-status agent=git/2.39.5`
  const body = Buffer.concat([Buffer.from(`${pkt(line)}0000`), pack])
  const type = 'application/x-git-receive-pack-request'
  const how = { method: 'POST', headers: { ...headers, 'content-type': type }, body } as const
  const answer = await ask(`${lane.repo}/git-receive-pack`, how)
  const text = answer.body.toString()
  if (answer.status !== 200) throw new Refused(answer.status, text)
  if (!text.includes(`ok refs/heads/${lane.branch}`)) throw new Refused(409, text)
  lane.head = commit
}

function packOf({ head, branch }: Lane, tree: Buffer, index: number): { pack: Buffer; commit: string } {
  const blob = objectOf('blob', Buffer.from(`Blow ${index} on ${branch}\n`))
  // Names of a tree come in their order: this one is behind all that are there.
  const changed = objectOf(
    'tree',
    Buffer.concat([tree, Buffer.from('100644 zz-blows.txt\0'), Buffer.from(blob.id, 'hex')]),
  )
  const who = `Ada <ada@example.org> ${Math.floor(Date.now() / 1000)} +0000`
  const text = `tree ${changed.id}\nparent ${head}\nauthor ${who}\ncommitter ${who}\n\nBlow ${index}\n`
  const commit = objectOf('commit', Buffer.from(text))
  const start = Buffer.from('PACK\0\0\0\u0002\0\0\0\u0003', 'latin1')
  const packed = Buffer.concat([start, commit.packed, changed.packed, blob.packed])
  return { pack: Buffer.concat([packed, createHash('sha1').update(packed).digest()]), commit: commit.id }
}

function objectOf(kind: keyof typeof kinds, bytes: Buffer): { id: string; packed: Buffer } {
  const id = createHash('sha1').update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex')
  const size: number[] = []
  let rest = bytes.length >>> 4
  let next = (kinds[kind] << 4) | (bytes.length & 15)
  for (; rest > 0; rest >>>= 7) {
    size.push(next | 128)
    next = rest & 127
  }
  return { id, packed: Buffer.concat([Buffer.from([...size, next]), deflateSync(bytes)]) }
}
