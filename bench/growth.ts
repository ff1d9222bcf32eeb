// The same questions to a service with ten thousand repositories and a million issues, and to one with a hundredth.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { type Amount, fillWithRepos } from './support/many-repos.ts'
import { processorMs, type ServerProcess } from './support/process.ts'
import { newSite, newToken, type Site } from './support/stithy.ts'

export const name = 'growth'

const small: Amount = { repos: 100, issues: 100, pulls: 20 }
const large: Amount = { ...small, repos: 10_000 }
const largeInShort: Amount = { ...small, repos: 1000 }

/** Of a repository, and of nobody's twice: nothing comes from memory. */
const questions: Readonly<Record<string, (number: number) => string>> = {
  'GET a repository': (number) => `repos/ada/r${number}`,
  'GET 30 issues': (number) => `repos/ada/r${number}/issues`,
  'GET issues by last change': (number) => `repos/ada/r${number}/issues?state=all&sort=updated`,
  'GET 30 pull requests': (number) => `repos/ada/r${number}/pulls`,
  'GET an issue': (number) => `repos/ada/r${number}/issues/7`,
  'search repositories': (number) => `repos?q=r${number}`,
}

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const sites = [await filled(short ? largeInShort : large), await filled(small)]
  try {
    const servers = await Promise.all(sites.map((site) => site.start()))
    const tokens = await Promise.all(
      servers.map((server) => newToken(server, ['repo:read', 'issues:write', 'pulls:read'])),
    )
    const figures: Figure[] = []
    const [subject, baseline] = servers.map((server, at) => ({ server, token: tokens[at] ?? '' }))
    if (subject === undefined || baseline === undefined) throw new Error('A server is missing')
    for (const [what, path] of Object.entries(questions)) {
      const ask = (one: { server: ServerProcess; token: string }) => () => askAll(one.server, one.token, path)
      await compare(1, ask(subject), ask(baseline))
      const compared = await compare(short ? 3 : 7, ask(subject), ask(baseline))
      figures.push(
        figure(compared, 'processor', { what, unit: 'ms of processor time', target: { of: 'ratio', atMost: 1.3 } }),
      )
    }
    await Promise.all(servers.map((server) => server.stop()))
    return figures
  } finally {
    for (const site of sites) site.remove()
  }
}

/** Made once, and kept beside other temporary files until somebody removes it. */
async function filled(amount: Amount): Promise<Site> {
  const kept = join(tmpdir(), `stithy-bench-set-${amount.repos}-${amount.issues}-${amount.pulls}`)
  const site = await newSite()
  if (!existsSync(kept)) {
    await fillWithRepos(site.folder, amount)
    mkdirSync(`${kept}.tmp`, { recursive: true })
    cpSync(join(site.folder, 'data'), `${kept}.tmp`, { recursive: true })
    renameSync(`${kept}.tmp`, kept)
    return site
  }
  rmSync(join(site.folder, 'data'), { recursive: true })
  cpSync(kept, join(site.folder, 'data'), { recursive: true })
  return site
}

/** One repository after the other. Each address has something of its own, so that nothing comes from memory. */
async function askAll(server: ServerProcess, token: string, path: (number: number) => string): Promise<Round> {
  const before = processorMs(server.pid)
  for (let number = 1; number <= small.repos; number++) {
    const address = `${server.url}/api/v1/${path(number)}`
    const unique = `${address.includes('?') ? '&' : '?'}page=1&_=${process.hrtime.bigint()}`
    const answer = await fetch(address + unique, { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path(number)}: ${answer.status}`)
  }
  return { processor: (processorMs(server.pid) - before) / small.repos }
}
