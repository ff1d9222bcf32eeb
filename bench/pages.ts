// Pages of code against cgit, on the same repository: once everything was seen, and at the first sight of an object.
import { join } from 'node:path'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { hasCgit, startCgit } from './support/cgit.ts'
import { git, listCommits } from './support/git-client.ts'
import { load } from './support/load.ts'
import { makeRealRepository } from './support/real-repository.ts'
import { newCookie, newRepo, newSite, newToken } from './support/stithy.ts'

export const name = 'pages'
export const against = 'cgit behind nginx'

const file = 'src/part-3/deep-3/file-60.ts'

export async function run({ short }: Options): Promise<readonly Figure[]> {
  if (!hasCgit()) {
    console.error('skipped: nothing to compare with (Debian: apt-get install nginx-light fcgiwrap cgit)')
    return []
  }
  const site = await newSite()
  try {
    const shape = short ? { commits: 1000, files: 1000 } : { commits: 6000, files: 4000 }
    const real = await makeRealRepository(site.folder, shape)
    const stithy = await site.start()
    const token = await newToken(stithy, ['repo:write'])
    await newRepo(stithy, 'real', { is_public: true })
    await git(real, 'push', '-q', `${stithy.url.replace('://', `://x:${token}@`)}/ada/real`, 'main')
    const cgit = await startCgit(site.folder, real)
    const commits = await listCommits(join(real), 400)
    const [tip = ''] = commits
    const pages = {
      'home of a repository': { ours: '', theirs: '' },
      'a folder': { ours: '/tree/main/src/part-3', theirs: 'tree/src/part-3' },
      'a file': { ours: `/blob/main/${file}`, theirs: `tree/${file}` },
      'the log': { ours: '/commits/main', theirs: 'log/' },
      'a commit': { ours: `/commit/${tip}`, theirs: `commit/?id=${tip}` },
    }
    const figures: Figure[] = []
    for (const [what, { ours, theirs }] of Object.entries(pages)) {
      const seconds = short ? 1 : 4
      const subject = () => load(stithy, `/ada/real${ours}`, seconds)
      const baseline = () => load(cgit, `/real/${theirs}`, seconds)
      await compare(1, subject, baseline)
      const warm = await compare(short ? 2 : 5, subject, baseline)
      const target = { of: 'ratio', atLeast: 5 } as const
      figures.push(figure(warm, 'perSecond', { what: `${what}, again`, unit: 'requests/s', better: 'higher', target }))
      const alone = await compare(
        short ? 12 : 60,
        once(stithy.url, [`/ada/real${ours}`]),
        once(cgit.url, [`/real/${theirs}`]),
      )
      figures.push(
        figure(alone, 'ms', { what: `${what}, first byte`, unit: 'ms', target: { of: 'subject', below: 30 } }),
      )
    }
    const cookie = await newCookie(stithy)
    const signedIn = await compare(
      short ? 3 : 6,
      () => load(stithy, '/ada/real', short ? 1 : 4, { headers: { cookie } }),
      () => load(cgit, '/real/', short ? 1 : 4),
    )
    figures.push(
      figure(signedIn, 'perSecond', {
        what: 'the home, again, for somebody signed in',
        unit: 'requests/s',
        better: 'higher',
        target: { of: 'ratio', atLeast: 5 },
      }),
    )
    const fresh = commits.slice(10)
    const firsts = {
      'a commit': { ours: (at: string) => `/commit/${at}`, theirs: (at: string) => `commit/?id=${at}` },
      'a file': { ours: (at: string) => `/blob/${at}/${file}`, theirs: (at: string) => `tree/${file}?id=${at}` },
      'a folder': { ours: (at: string) => `/tree/${at}/src`, theirs: (at: string) => `tree/src?id=${at}` },
      'the log': { ours: (at: string) => `/commits/${at}`, theirs: (at: string) => `log/?id=${at}` },
    }
    for (const [what, { ours, theirs }] of Object.entries(firsts)) {
      // The first pages of a kind after a start are slower: they are a warm-up, of other objects than those measured.
      const warmUp = 30
      const count = short ? 20 : 60
      const states = fresh.splice(0, warmUp + count)
      const subject = once(
        stithy.url,
        states.map((at) => `/ada/real${ours(at)}`),
      )
      const baseline = once(
        cgit.url,
        states.map((at) => `/real/${theirs(at)}`),
      )
      await compare(warmUp, subject, baseline)
      const target = { of: 'ratio', atMost: 1 } as const
      const seen = await compare(count, subject, baseline)
      figures.push(figure(seen, 'ms', { what: `${what}, first sight`, unit: 'ms', target }))
      // cgit sends what it has while it is still at work: when all is there says more about a page.
      figures.push(figure(seen, 'whole', { what: `${what}, first sight, whole`, unit: 'ms', target }))
    }
    cgit.stop()
    await stithy.stop()
    return figures
  } finally {
    site.remove()
  }
}

/** One address after the other, from the first again, as one person waits for it: until the first byte, and the last. */
function once(url: string, paths: readonly string[]): () => Promise<Round> {
  let count = 0
  return async () => {
    const path = paths[count++ % paths.length] ?? ''
    const began = performance.now()
    const answer = await fetch(url + path)
    const ms = performance.now() - began
    await answer.arrayBuffer()
    const whole = performance.now() - began
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    return { ms, whole }
  }
}
