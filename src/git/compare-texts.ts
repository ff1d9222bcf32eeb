import type { MergeParts } from './merge-trees.ts'
import type { RepoDir } from './run-git.ts'
import { inScratch } from './scratch.ts'
import { newObject } from './write-objects.ts'

const mostBytes = 2 * 1024 * 1024
const patienceMs = 5000

/** How one text differs from another, as git says it; null where that is too long. Nothing of it is kept. */
export function compareTexts(
  { git, objects }: MergeParts,
  dir: RepoDir,
  before: Buffer,
  after: Buffer,
): Promise<string | null> {
  return inScratch(objects, dir, async (scratch) => {
    const [from, to] = [newObject('blob', before), newObject('blob', after)]
    await scratch.put(from)
    await scratch.put(to)
    await scratch.show()
    const words = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--full-index', '--unified=3']
    const call = { words, revs: [from.sha, to.sha], env: scratch.env }
    const { exitCode, stdout } = await git.try(dir, call, { maxBytes: mostBytes, cut: true, timeoutMs: patienceMs })
    return exitCode === 0 && stdout.length < mostBytes ? stdout.toString('utf8') : null
  })
}
