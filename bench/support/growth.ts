// What a large service takes for the same as a small one.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, type Figure, figure, type Options, type Round } from './benchmark.ts'
import { dataSets, sizes } from './data-sets.ts'
import { type Amount, fillWithRepos, ownerOf } from './many-repos.ts'
import { processorMs, type ServerProcess } from './process.ts'
import { newSite, newToken, type Site } from './stithy.ts'

const { service: small } = dataSets.small

interface Question {
  readonly path: (number: number) => string
  readonly body?: object
  /** As nobody: what is public alone. */
  readonly isAnonymous?: boolean
}

const repo = (number: number): string => `${ownerOf(number)}/r${number}`
const api = (path: (number: number) => string, body?: object): Question => ({
  path: (number) => `/api/v1/${path(number)}`,
  ...(body === undefined ? {} : { body }),
})
const page = (path: (number: number) => string): Question => ({ path, isAnonymous: true })

/** Of every repository of the small service in turn. */
const questions: Readonly<Record<string, Question>> = {
  'GET a repository': api((number) => `repos/${repo(number)}`),
  'GET 30 issues': api((number) => `repos/${repo(number)}/issues`),
  'open an issue': api((number) => `repos/${repo(number)}/issues`, { title: 'A crack', body: 'In the anvil' }),
  'GET issues by last change': api((number) => `repos/${repo(number)}/issues?state=all&sort=updated`),
  'search issues of a repository': api((number) => `repos/${repo(number)}/issues?q=anvils`),
  'GET 30 pull requests': api((number) => `repos/${repo(number)}/pulls`),
  'GET an issue': api((number) => `repos/${repo(number)}/issues/7`),
  'GET own repositories': api(() => 'user/repos'),
  'search repositories': api((number) => `repos?q=${repo(number)}`),
  'page of what there is': page(() => '/explore'),
  'page of somebody': page((number) => `/${ownerOf(number)}`),
  'page of issues': page((number) => `/${repo(number)}/issues`),
  // By what one repository has alone: more that is found would be more to show.
  'page of a search': page((number) => `/search?q=${repo(number)}`),
}

export interface Place {
  /** None where it is SQLite. */
  readonly newDatabase: ((name: string) => Promise<string>) | null
}

interface Subject {
  readonly server: ServerProcess
  readonly token: string
}

/** Each question to a service of every size up to the one that is asked for, the smallest being what they are held against. */
export async function measureGrowth({ short, size }: Options, place: Place): Promise<readonly Figure[]> {
  const larger = sizes.slice(1, sizes.indexOf(size) + 1).map((one) => dataSets[one].service)
  const amounts = [small, ...larger]
  const sites: Site[] = []
  try {
    for (const amount of amounts) sites.push(await filled(amount, place))
    const [baseline, ...subjects] = await Promise.all(sites.map(begin))
    if (baseline === undefined) throw new Error('A server is missing')
    const figures: Figure[] = []
    // What PostgreSQL does is no part of the process's own time.
    const [key, unit] = place.newDatabase === null ? ['processor', 'ms of processor time'] : ['waited', 'ms']
    // Code that ran often runs faster, and the baseline is asked once for each of the others.
    for (let round = 0; round < (short ? 3 : 10); round++) {
      for (const question of Object.values(questions)) {
        for (const subject of [baseline, ...subjects]) await askAll(subject, question)
      }
      process.stderr.write('-')
    }
    for (const [what, question] of Object.entries(questions)) {
      const ask = (one: Subject) => () => askAll(one, question)
      for (const [at, subject] of subjects.entries()) {
        await compare(1, ask(subject), ask(baseline))
        const compared = await compare(short ? 5 : 7, ask(subject), ask(baseline))
        const among = `${what}, ${(larger[at]?.repos ?? 0).toLocaleString('en')} repositories`
        figures.push(figure(compared, key, { what: among, unit, target: { of: 'ratio', atMost: 1.3 } }))
      }
    }
    await Promise.all([baseline, ...subjects].map(({ server }) => server.stop()))
    return figures
  } finally {
    for (const site of sites) site.remove()
  }
}

async function begin(site: Site): Promise<Subject> {
  const server = await site.start()
  return { server, token: await newToken(server, ['repo:read', 'issues:write', 'pulls:read']) }
}

async function filled(amount: Amount, { newDatabase }: Place): Promise<Site> {
  if (newDatabase === null) return filledOrKept(amount)
  const url = await newDatabase(`growth_${amount.repos}`)
  const site = await newSite({ DATABASE_URL: url })
  await fillWithRepos(site.folder, new URL(url), amount)
  return site
}

/** Made once, and kept beside other temporary files until somebody removes it. */
async function filledOrKept(amount: Amount): Promise<Site> {
  const kept = join(tmpdir(), `stithy-bench-set-${amount.repos}-${amount.issues}-${amount.pulls}`)
  const site = await newSite()
  if (!existsSync(kept)) {
    await fillWithRepos(site.folder, null, amount)
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
async function askAll({ server, token }: Subject, question: Question): Promise<Round> {
  const before = processorMs(server.pid)
  const began = performance.now()
  for (let number = 1; number <= small.repos; number++) {
    const address = `${server.url}${question.path(number)}`
    const unique = `${address.includes('?') ? '&' : '?'}page=1&_=${process.hrtime.bigint()}`
    const answer = await fetch(address + unique, {
      headers:
        question.isAnonymous === true ? {} : { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(question.body === undefined ? {} : { method: 'POST', body: JSON.stringify(question.body) }),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  }
  const waited = performance.now() - began
  return { processor: (processorMs(server.pid) - before) / small.repos, waited: waited / small.repos }
}
