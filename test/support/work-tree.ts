// What git itself makes of two commits, in a work tree, as a person would do it.
import { rm } from 'node:fs/promises'
import { git, newFolder, tryGit } from './git.ts'

export type Outcome =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  | { readonly kind: 'nothing' }

export type Rebased =
  | { readonly kind: 'made'; readonly commits: readonly string[] }
  | { readonly kind: 'conflict'; readonly commit: string; readonly files: readonly string[] }
  | { readonly kind: 'nothing' }

export class WorkTree {
  readonly #dir: string
  #littered = false

  private constructor(dir: string) {
    this.#dir = dir
  }

  static async of(bare: string): Promise<WorkTree> {
    const dir = await newFolder()
    await git(dir, 'clone', '-q', '--shared', '--no-checkout', bare, '.')
    return new WorkTree(dir)
  }

  remove(): Promise<void> {
    return rm(this.#dir, { recursive: true })
  }

  async merge(target: string, head: string): Promise<Outcome> {
    await this.#checkOut(target)
    const { code } = await tryGit(this.#dir, 'merge', '-q', '--no-ff', '-m', 'Merged', head)
    if (code !== 0) return { kind: 'conflict', files: await this.#conflicts() }
    const [commit, tree = ''] = await this.#ids('HEAD', 'HEAD^{tree}')
    return commit === target ? { kind: 'nothing' } : { kind: 'clean', tree }
  }

  async squash(target: string, head: string): Promise<Outcome> {
    await this.#checkOut(target)
    const { code } = await tryGit(this.#dir, 'merge', '-q', '--squash', head)
    if (code !== 0) return { kind: 'conflict', files: await this.#conflicts() }
    const tree = await git(this.#dir, 'write-tree')
    const [before] = await this.#ids('HEAD^{tree}')
    return tree === before ? { kind: 'nothing' } : { kind: 'clean', tree }
  }

  async rebase(target: string, head: string): Promise<Rebased> {
    await this.#checkOut(head)
    const { code } = await tryGit(this.#dir, 'rebase', '-q', target)
    if (code !== 0) {
      const files = await this.#conflicts()
      const [commit = ''] = await this.#ids('REBASE_HEAD')
      await git(this.#dir, 'rebase', '--quit')
      return { kind: 'conflict', commit, files }
    }
    const commits = await commitsOf(this.#dir, target, 'HEAD')
    return commits.length === 0 ? { kind: 'nothing' } : { kind: 'made', commits }
  }

  async #checkOut(commit: string): Promise<void> {
    await git(this.#dir, 'checkout', '-q', '-f', '--detach', commit)
    if (this.#littered) await git(this.#dir, 'clean', '-qffdx')
    this.#littered = false
  }

  async #ids(...names: readonly string[]): Promise<readonly string[]> {
    return (await git(this.#dir, 'rev-parse', ...names)).split('\n')
  }

  /** Without the ends that git gives to files which it moves out of the way. */
  async #conflicts(): Promise<readonly string[]> {
    this.#littered = true
    const entries = (await git(this.#dir, 'ls-files', '-u', '-z')).split('\0').filter((entry) => entry !== '')
    const paths = entries.map((entry) => entry.slice(entry.indexOf('\t') + 1).replace(/~[^~/]*$/, ''))
    return [...new Set(paths)].toSorted()
  }
}

/** Tree, author, their date and message of each commit, oldest first. */
export async function commitsOf(dir: string, target: string, head: string): Promise<readonly string[]> {
  const format = '--format=%x01%T %an <%ae> %ad%n%B'
  const text = await git(dir, 'log', '--reverse', '--topo-order', '--date=raw', format, `${target}..${head}`)
  return text
    .split('\x01')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
