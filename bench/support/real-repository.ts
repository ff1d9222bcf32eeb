// A history of real shape that is the same each time: folders in folders, many small files of text, a few that are
// touched by every other commit, and many that are hardly ever touched.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const words = 'the anvil rings under hammer while iron cools slowly and sparks fall into sand'.split(' ')
const filesPerFolder = 20

export interface Shape {
  readonly commits: number
  readonly files: number
}

/** A bare repository, packed once as a forge would pack it. Returns its folder. */
export async function makeRealRepository(parent: string, { commits, files }: Shape): Promise<string> {
  const folder = join(parent, 'real.git')
  mkdirSync(folder)
  await run(folder, ['init', '-q', '--bare', '-b', 'main', '.'])
  const child = spawn('git', ['fast-import', '--quiet'], { cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] })
  const next = numbers(7)
  for (let commit = 0; commit < commits; commit++) {
    const touched = commit === 0 ? files : 1 + (next() % 4)
    const text = [head(commit), ...(commit === 0 ? [readme()] : [])]
    for (let file = 0; file < touched; file++) text.push(change(commit === 0 ? file : skewed(next, files), next))
    if (!child.stdin.write(text.join(''))) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`git fast-import: ${code}`)
  await run(folder, ['repack', '-q', '-a', '-d', '--write-bitmap-index'])
  await run(folder, ['commit-graph', 'write', '--reachable', '--changed-paths', '--no-progress'])
  return folder
}

function head(commit: number): string {
  const message = `Change number ${commit}\n`
  return `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1_600_000_000 + commit * 600} +0000\ndata ${message.length}\n${message}`
}

function change(file: number, next: () => number): string {
  const lines = Array.from({ length: 20 + (next() % 120) }, () =>
    Array.from({ length: 4 + (next() % 8) }, () => words[next() % words.length]).join(' '),
  )
  const isCode = file % 3 === 0
  const text = `${(isCode ? lines.map(asCode) : lines).join('\n')}\n`
  const folder = Math.floor(file / filesPerFolder)
  const path = `src/part-${folder % 17}/deep-${folder}/file-${file}.${isCode ? 'ts' : 'txt'}`
  return `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`
}

function asCode(line: string, number: number): string {
  const [first = '', second = '', ...others] = line.split(' ')
  return `export const ${first}_${second}_${number} = ['${others.join("', '")}'].length + ${number} // ${first}`
}

function readme(): string {
  const items = words.map((word, number) => `- **${word}** as in [part ${number}](src/part-${number}), \`${word}()\``)
  const text = `# Real\n\nA history of real shape.\n\n${items.join('\n')}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`
  return `M 100644 inline README.md\ndata ${text.length}\n${text}\n`
}

/** Few files change often, most hardly ever. */
function skewed(next: () => number, files: number): number {
  const part = (next() % 1000) / 1000
  return Math.floor(part ** 4 * files)
}

/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

async function run(cwd: string, args: readonly string[]): Promise<void> {
  const child = spawn('git', args, { cwd, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${code}`)
}
