// People who push and write through the balancer, and remember what they were told is done.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../support/client.ts'
import { git, newFolder, tryGit } from '../support/git.ts'
import { workTree } from '../support/repos.ts'

const repo = 'repos/ada/site'
const pauseMs = 30

export class Load {
  readonly pushed = new Map<string, string>()
  readonly issues = new Map<number, string>()
  refused = 0
  readonly #url: string
  readonly #token: string
  #isOver = false
  #work: readonly Promise<void>[] = []

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  begin(): void {
    this.#work = [this.#push('one'), this.#push('two'), this.#write('one'), this.#write('two')]
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#work)
  }

  /** What is missing at a replica, or at the balancer. */
  async missingAt(url: string): Promise<readonly string[]> {
    const remote = await git(await newFolder(), 'ls-remote', '--heads', this.#address(url))
    const refs = new Set(remote.split('\n'))
    const client = new Client(url, 'B', this.#token)
    const titles = new Map<number, string>()
    for (let page = 1; ; page++) {
      const { items } = (await client.get(`${repo}/issues?per_page=100&page=${page}`)).body
      if (items.length === 0) break
      for (const { number, title } of items) titles.set(number, title)
    }
    const branches = new Set<string>()
    for (let page = 1; ; page++) {
      const { items } = (await client.get(`${repo}/branches?per_page=100&page=${page}`)).body
      if (items.length === 0) break
      for (const { name, commit_sha: sha } of items) branches.add(`${sha} ${name}`)
    }
    return [
      ...[...this.pushed].flatMap(([name, sha]) => (refs.has(`${sha}\trefs/heads/${name}`) ? [] : [`git: ${name}`])),
      ...[...this.pushed].flatMap(([name, sha]) => (branches.has(`${sha} ${name}`) ? [] : [`API: ${name}`])),
      ...[...this.issues].flatMap(([number, title]) => (titles.get(number) === title ? [] : [`issue ${number}`])),
    ]
  }

  async #push(who: string): Promise<void> {
    const tree = await workTree()
    for (let n = 0; !this.#isOver; n++) {
      const branch = `${who}-${n}`
      await git(tree, 'commit', '-q', '--allow-empty', '-m', branch)
      const { code } = await tryGit(tree, 'push', '-q', this.#address(this.#url), `HEAD:refs/heads/${branch}`)
      if (code === 0) this.pushed.set(branch, await git(tree, 'rev-parse', 'HEAD'))
      else this.refused++
      await sleep(pauseMs)
    }
  }

  async #write(who: string): Promise<void> {
    const client = new Client(this.#url, 'B', this.#token)
    for (let n = 0; !this.#isOver; n++) {
      const title = `Of ${who}, ${n}`
      const answer = await client.post(`${repo}/issues`, { title, body: 'For @ada' }).catch(() => null)
      if (answer?.status === 201) this.issues.set(answer.body.number, title)
      else this.refused++
      await sleep(pauseMs)
    }
  }

  #address(url: string): string {
    return `${url.replace('http://', `http://x:${this.#token}@`)}/ada/site`
  }
}
