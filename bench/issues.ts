// Lists, filters and searches of a repository with a hundred thousand issues against one with a thousand.
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { fillWithIssues } from './support/many-issues.ts'
import type { ServerProcess } from './support/process.ts'
import { newRepo, newSite, newToken } from './support/stithy.ts'

export const name = 'issues'
export const against = 'a repository with 1,000 issues'

const questions: Readonly<Record<string, string>> = {
  'the newest open ones': '',
  'all, by last change': 'state=all&sort=updated',
  'closed ones, by comments': 'state=closed&sort=comments',
  'the tenth page': 'page=10',
  'the oldest ones': 'direction=asc&sort=updated',
  'a label of half of them': 'labels=common',
  'a label of ten of them': 'labels=rare&state=all',
  'a label, by last change': 'labels=common&sort=updated',
  'somebody’s': 'author=ada&state=all',
  'given to somebody': 'assignee=ada',
  'of a milestone': 'milestone=m1&state=all',
  'without a milestone': 'milestone=none',
  'that nobody is assigned to, or planned': 'milestone=none&assignee=none&state=all',
  'a word of ten of them': 'q=needle&state=all',
  'a word of a tenth of them': 'q=anvil',
  'a word of all of them': 'q=issue',
}

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const sizes = { large: short ? 20_000 : 100_000, small: 1000 }
  const site = await newSite()
  try {
    const first = await site.start()
    await newRepo(first, 'large')
    await newRepo(first, 'small')
    await first.stop()
    for (const [slug, count] of Object.entries(sizes)) await fillWithIssues(site.folder, slug, count)
    const stithy = await site.start()
    const token = await newToken(stithy, ['issues:read'])
    const figures: Figure[] = []
    for (const [what, query] of Object.entries(questions)) {
      const ask = (slug: string) => () => median(stithy, `/api/v1/repos/ada/${slug}/issues?${query}`, token)
      const compared = await compare(short ? 3 : 7, ask('large'), ask('small'))
      figures.push(figure(compared, 'ms', { what, unit: 'ms', target: { of: 'ratio', atMost: 1.5 } }))
    }
    await stithy.stop()
    return figures
  } finally {
    site.remove()
  }
}

let asked = 0

/** One after the other, as one person waits for it. No two addresses are alike: what was answered before is no help. */
async function median(server: ServerProcess, path: string, token: string): Promise<Round> {
  const times: number[] = []
  for (let count = 0; count < 60; count++) {
    const began = performance.now()
    const answer = await fetch(`${server.url}${path}&asked=${asked++}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    times.push(performance.now() - began)
  }
  return { ms: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN }
}
