import { askWell } from './ask.ts'
import { type Person, posted, type Town } from './town.ts'

type Take = <T>(list: readonly T[]) => T

/** Of twenty requests to the API four change something; what is changed and read is chosen as if by chance. */
export function apiRequest(town: Town): (index: number) => Promise<unknown> {
  const take = chance(11)
  const everywhere = [...town.repos.keys()]
  return async (index) => {
    const at = take(everywhere)
    const repo = `${town.url}/api/v1/repos/${town.repos[at]}`
    const owner = town.people[at] ?? take(town.people)
    const person = take(town.people)
    const way = ways[index % ways.length] ?? readRepo
    // Of the newest ones, as people do.
    const newest = town.issues[at] ?? 1
    const number = Math.max(1, newest - take(recent))
    const made = await way({ town, repo, owner, person, number, index })
    if (made === 'issue') town.issues[at] = newest + 1
  }
}

const recent = Array.from({ length: 50 }, (_, index) => index + 10)

interface Going {
  readonly town: Town
  readonly repo: string
  readonly owner: Person
  readonly person: Person
  readonly number: number
  readonly index: number
}

type Way = (going: Going) => Promise<unknown>

const get =
  (path: (going: Going) => string): Way =>
  (going) =>
    askWell(path(going), { headers: { authorization: `Bearer ${going.person.token}` } })

const readRepo = get(({ repo }) => repo)
const readIssues = get(({ repo, number }) => `${repo}/issues?per_page=30&page=${1 + (number % 2)}`)
const readLabelled = get(({ repo }) => `${repo}/issues?labels=bug&state=all`)
const readIssue = get(({ repo, number }) => `${repo}/issues/${number}`)
const readComments = get(({ repo, number }) => `${repo}/issues/${number}/comments`)
const readPulls = get(({ repo }) => `${repo}/pulls?state=all`)
const readContents = get(({ repo, number }) => `${repo}/contents/src/part-${number % 17}`)
const readReadme = get(({ repo }) => `${repo}/contents/README.md`)
const readUser = get(({ town }) => `${town.url}/api/v1/user`)
const readRepos = get(({ town }) => `${town.url}/api/v1/user/repos`)

const openIssue: Way = async ({ repo, person, index }) => {
  await askWell(`${repo}/issues`, posted({ title: `It rings ${index}`, body: 'Under the *hammer*.' }, person.token))
  return 'issue'
}
const comment: Way = ({ repo, person, number }) =>
  askWell(`${repo}/issues/${number}/comments`, posted({ body: 'Strike while `it` is hot, see #1.' }, person.token))
const label: Way = ({ repo, owner, number, index }) => {
  const labels = [['bug'], ['idea', 'later'], [], ['bug', 'later']][Math.floor(index / ways.length) % 4]
  return askWell(`${repo}/issues/${number}`, posted({ labels }, owner.token, 'PATCH'))
}
const close: Way = ({ repo, owner, number, index }) => {
  const state = Math.floor(index / ways.length) % 3 === 0 ? 'open' : 'closed'
  return askWell(`${repo}/issues/${number}`, posted({ state }, owner.token, 'PATCH'))
}

const ways: readonly Way[] = [
  readRepo,
  readIssues,
  readIssue,
  openIssue,
  readContents,
  readIssues,
  readUser,
  readIssue,
  comment,
  readPulls,
  readRepo,
  readComments,
  readLabelled,
  label,
  readReadme,
  readIssue,
  readPulls,
  readRepos,
  close,
  readRepo,
]

const places: readonly ((repo: string, number: number) => string)[] = [
  (repo) => `/${repo}`,
  (repo) => `/${repo}/issues`,
  (repo, number) => `/${repo}/issues/${number}`,
  (repo) => `/${repo}/pulls`,
  (repo, number) => `/${repo}/tree/main/src/part-${number % 17}`,
  (repo) => `/${repo}/blob/main/README.md`,
  (repo) => `/${repo}/commits/main`,
  () => '/',
  () => '/dashboard',
  () => '/notifications',
]

/** Half of the readers are signed in. */
export function pageRequest(town: Town): (index: number) => Promise<unknown> {
  const take = chance(13)
  const everywhere = [...town.repos.keys()]
  return (index) => {
    const at = take(everywhere)
    const place = take(places)
    const path = place(town.repos[at] ?? '', Math.max(1, (town.issues[at] ?? 1) - take(recent)))
    const cookie = index % 2 === 0 ? {} : { cookie: take(town.people).cookie }
    return askWell(town.url + path, { headers: { ...cookie, accept: 'text/html', 'accept-encoding': 'br' } })
  }
}

/** One of a list, as if by chance and the same each time. */
function chance(seed: number): Take {
  let state = seed
  return <T>(list: readonly T[]) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return list[(state >>> 8) % list.length] as T
  }
}
