// What `git fetch` and `git clone` send, without git: a client of its own for each would cost more than the server does.
import { ask, Refused } from './ask.ts'
import { branches, type Person, type Town } from './town.ts'

const clones = 10
const fetchersOfEach = 10

interface Fetcher {
  readonly repo: string
  readonly person: Person
  has: ReadonlySet<string>
}

/** Each asks for what is new since it asked last; one of ten has nothing yet, and asks for all. */
export function fetchRequest(town: Town): (index: number) => Promise<unknown> {
  const fetchers = Array.from({ length: fetchersOfEach * town.repos.length }, (_, index): Fetcher => {
    const at = index % town.repos.length
    const person = town.people[(at + index) % town.people.length]
    if (person === undefined) throw new Error('Nobody is there')
    return { repo: `${town.url}/${town.repos[at]}`, person, has: new Set() }
  })
  return async (index) => {
    const fetcher = fetchers[index % fetchers.length]
    if (fetcher === undefined) throw new Error('Nobody fetches')
    const has = index % clones === 0 ? new Set<string>() : fetcher.has
    const tips = await listTips(fetcher)
    const wants = tips.filter((tip) => !has.has(tip))
    if (wants.length > 0) await fetchThem(fetcher, wants, has)
    fetcher.has = new Set(tips)
  }
}

async function listTips(fetcher: Fetcher): Promise<readonly string[]> {
  const prefixes = branches.map((branch) => pkt(`ref-prefix refs/heads/${branch}\n`))
  const question = [pkt('command=ls-refs\n'), pkt('object-format=sha1'), '0001', ...prefixes, '0000'].join('')
  const text = (await askGit(fetcher, question)).toString()
  return [...new Set([...text.matchAll(/([0-9a-f]{40}) refs\/heads\//g)].map((match) => match[1] ?? ''))]
}

async function fetchThem(fetcher: Fetcher, wants: readonly string[], has: ReadonlySet<string>): Promise<void> {
  const options = ['thin-pack', 'ofs-delta', 'no-progress', 'include-tag'].map((one) => pkt(`${one}\n`))
  const asked = [...wants.map((id) => pkt(`want ${id}\n`)), ...[...has].map((id) => pkt(`have ${id}\n`)), pkt('done\n')]
  const question = [pkt('command=fetch\n'), pkt('object-format=sha1'), '0001', ...options, ...asked, '0000'].join('')
  const answer = await askGit(fetcher, question)
  if (!answer.includes('PACK')) throw new Refused(500, `No pack came: ${answer.subarray(0, 200).toString('latin1')}`)
}

async function askGit({ repo, person }: Fetcher, body: string): Promise<Buffer> {
  const type = 'application/x-git-upload-pack-request'
  const headers = { 'content-type': type, 'git-protocol': 'version=2', authorization: basic(person) }
  const answer = await ask(`${repo}/git-upload-pack`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Refused(answer.status, answer.body.toString())
  return answer.body
}

export function basic({ token }: Person): string {
  return `Basic ${Buffer.from(`x:${token}`).toString('base64')}`
}

export function pkt(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text
}
