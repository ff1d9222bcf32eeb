// A repository as large as those that people are afraid to move: a long history with merges, many files of which few are
// touched often, and thousands of refs. Made once for each shape, and kept in the system's temporary folder.
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'

export interface LargeShape {
  readonly commits: number
  readonly files: number
  readonly refs: number
}

const words = 'the anvil rings under hammer while iron cools slowly and sparks fall into sand'.split(' ')
const people = ['Ada', 'Bob', 'Cyd', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal']
/** Of so many commits one joins what was done beside. */
const mergeEvery = 12
const filesPerFolder = 25

/** The folder of a bare repository, for reading alone. */
export async function largeRepository(shape: LargeShape): Promise<string> {
  const source = readFileSync(import.meta.filename)
  const name = hash('sha256', `${JSON.stringify(shape)}${source.toString()}`, 'hex').slice(0, 16)
  const folder = join(tmpdir(), `stithy-large-${name}.git`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft)
  try {
    await run(draft, ['init', '-q', '--bare', '-b', 'main', '.'])
    await run(draft, ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet'], (stdin) => write(stdin, shape))
    await run(draft, ['repack', '-q', '-a', '-d', '--window=5', '--depth=20', '--write-bitmap-index'])
    await run(draft, ['pack-refs', '--all'])
    await run(draft, ['commit-graph', 'write', '--reachable', '--changed-paths', '--no-progress'])
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

async function write(stdin: Writable, { commits, files, refs }: LargeShape): Promise<void> {
  const next = numbers(11)
  const refEvery = Math.max(1, Math.floor(commits / refs))
  for (let at = 1; at <= commits; at++) {
    // Beside the main line runs another, which begins at an older commit and is taken in by a merge.
    const isMerge = at > mergeEvery && at % mergeEvery === 0
    const isBeside = at > mergeEvery && at % mergeEvery === mergeEvery - 1
    const text = [headOf(at, isBeside, next)]
    if (at > 1) text.push(`from :${isMerge ? at - 2 : isBeside ? at - 5 : at - 1}\n`)
    if (isMerge) text.push(`merge :${at - 1}\n`)
    const touched = at === 1 ? files : isMerge ? 0 : 1 + (next() % 3)
    for (let file = 0; file < touched; file++) text.push(change(at === 1 ? file : skewed(next, files), at, next))
    if (at % refEvery === 0) {
      const kind = (at / refEvery) % 4 === 0 ? 'heads/topic' : 'tags/v'
      text.push(`reset refs/${kind}-${at}\nfrom :${at}\n\n`)
    }
    if (!stdin.write(text.join(''))) await once(stdin, 'drain')
  }
  stdin.end(`reset refs/heads/main\nfrom :${commits - (commits % mergeEvery)}\n\n`)
}

function headOf(at: number, isBeside: boolean, next: () => number): string {
  const who = people[next() % people.length] ?? 'Ada'
  const message = `${words[next() % words.length]} ${words[next() % words.length]}, change ${at}\n\nBecause of ${words[next() % words.length]}.\n`
  const line = `${who} <${who.toLowerCase()}@example.org> ${1_300_000_000 + at * 900} +0000`
  const ref = isBeside ? 'refs/heads/beside' : 'refs/heads/main'
  return `commit ${ref}\nmark :${at}\ncommitter ${line}\ndata ${message.length}\n${message}`
}

function change(file: number, at: number, next: () => number): string {
  const lines = Array.from({ length: 10 + (file % 50) }, (_, line) => {
    // Most lines of a file stay as they are from one change to the next.
    const seed = next() % 8 === 0 ? at : 0
    return `export const ${words[(file + line) % words.length]}_${line} = ${file * 100 + line + seed}`
  })
  const folder = Math.floor(file / filesPerFolder)
  const text = `${lines.join('\n')}\n`
  return `M 100644 inline src/part-${folder % 40}/deep-${folder}/file-${file}.ts\ndata ${text.length}\n${text}\n`
}

/** Few files change often, most hardly ever. */
function skewed(next: () => number, files: number): number {
  return Math.floor(((next() % 10_000) / 10_000) ** 4 * files)
}

function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

async function run(cwd: string, args: readonly string[], feed?: (stdin: Writable) => Promise<void>): Promise<void> {
  const child = spawn('git', args, { cwd, stdio: [feed === undefined ? 'ignore' : 'pipe', 'ignore', 'inherit'] })
  const closed = once(child, 'close') as Promise<[number]>
  if (feed !== undefined && child.stdin !== null) await feed(child.stdin)
  const [code] = await closed
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${code}`)
}
