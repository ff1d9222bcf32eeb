import type { Writable } from 'node:stream'
import type { RefName } from '../core/ref-name.ts'
import { noSha } from '../core/sha.ts'
import { makeRefsLast } from './make-refs-last.ts'
import { flushPkt, pktLine } from './pkt-line.ts'
import { readRefs } from './read-ref.ts'
import type { RefChange } from './receive-pack.ts'
import type { Git, RepoDir, RunOptions } from './run-git.ts'
import { updateRefs } from './update-refs.ts'

export interface Taking extends Pick<RunOptions, 'started'> {
  readonly git: Git
  readonly dir: RepoDir
  readonly changes: readonly RefChange[]
  /** What git says through the hook, a chunk at a time. */
  readonly heard: AsyncIterator<Buffer, undefined>
  readonly says: Writable
}

/**
 * The other end of git's proc-receive hook: moves many refs in one go, where git would move each by itself, which for a
 * new one is a wait for the disk and for one that goes is another copy of all packed refs. What cannot move together is
 * given back to git, which moves what it can and says of the rest why not.
 */
export async function takeCommands(taking: Taking): Promise<void> {
  taking.says.write(pktLine('version=1\n') + flushPkt)
  const lines = await readQuestion(taking.heard)
  // Git gave up before it came to moving refs.
  if (lines === null) return
  const [version = '', ...commands] = lines
  const names = new Set(commands.map((line) => line.slice(82)))
  const changes = taking.changes.filter(({ ref }) => names.has(ref))
  const moved = await moveMany({ ...taking, changes }, version.split('\0')[1]?.split(' ').includes('atomic') ?? false)
  const answers = [...names].map((ref) => {
    const said = pktLine(`ok ${ref}\n`)
    return moved.has(ref) ? said : said + pktLine('option fall-through\n')
  })
  taking.says.write(answers.join('') + flushPkt)
}

/** Its version, a flush, its commands, a flush. */
async function readQuestion(heard: AsyncIterator<Buffer, undefined>): Promise<readonly string[] | null> {
  const lines: string[] = []
  let rest = Buffer.alloc(0)
  for (let flushes = 0; flushes < 2; ) {
    const { done, value } = await heard.next()
    if (done === true) return null
    rest = Buffer.concat([rest, value])
    let at = 0
    while (at + 4 <= rest.length) {
      const length = Number.parseInt(rest.toString('latin1', at, at + 4), 16)
      if (at + length > rest.length) break
      if (length === 0) flushes++
      else lines.push(rest.toString('utf8', at + 4, at + length).trimEnd())
      at += Math.max(length, 4)
    }
    rest = rest.subarray(at)
  }
  return lines
}

async function moveMany(taking: Taking, atomic: boolean): Promise<ReadonlySet<string>> {
  const gone = taking.changes.filter(({ after }) => after === noSha)
  const others = taking.changes.filter(({ after }) => after !== noSha)
  const moved = new Set<RefName>()
  // What goes first leaves room: `a/b` may come where `a` was.
  for (const group of atomic ? [taking.changes] : [gone, others]) {
    if (group.length > 0) for (const ref of await moveTogether(taking, group)) moved.add(ref)
  }
  return moved
}

async function moveTogether({ git, dir, started }: Taking, group: readonly RefChange[]): Promise<readonly RefName[]> {
  const all = group.map(({ ref }) => ref)
  try {
    const update = await updateRefs(git, dir, group, { started })
    return update.moved ? all : []
  } catch {
    // It may have come half way: the refs themselves say how far.
    const now = await readRefs(dir, all)
    const moved = group.filter(({ ref, before, after }) => before !== after && (now.get(ref) ?? noSha) === after)
    await makeRefsLast(
      git,
      dir,
      moved.map(({ ref }) => ref),
    )
    return moved.map(({ ref }) => ref)
  }
}
