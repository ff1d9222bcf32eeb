// A repository changes hands again and again while it is read, written, cloned and pushed to: nobody sees an error of ours,
// and nothing that was acknowledged is lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { onPostgres } from '../support/database.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { statusesOf } from '../support/shapes.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const transfers = 12
/** So that something can be written in between: where the machine is too busy for that, it goes on. */
const pauseMs = 200
const mostTransfers = 60

let stithy: TestStithy
/** Where it is read and written meanwhile: another server on the same data, where there can be one. */
let other: TestStithy
let ada: Person
let bob: Person
let token: string
let as: { readonly ada: Client; readonly bob: Client }
let there: Client
let made = 0

beforeAll(async () => {
  stithy = await startStithy()
  const { DATABASE_URL = '', DATA_DIR = '' } = stithy.env
  other = onPostgres ? await startStithy({ DATABASE_URL, DATA_DIR }) : stithy
  ada = await newPerson(stithy, 'ada')
  bob = await newPerson(stithy, 'bob')
  as = { ada: stithy.client('B').as(ada.access), bob: stithy.client('B').as(bob.access) }
  there = other.client('B').as(ada.access)
  token = await newToken(as.ada, ['repo:write'])
})
afterAll(async () => {
  if (other !== stithy) await other.stop()
  await stithy.stop()
})

async function newRepo(): Promise<string> {
  const slug = `r${++made}`
  expect((await as.ada.post('user/repos', { slug, is_public: true, auto_init: true })).status).toBe(201)
  return slug
}

/** Again and again until it is over, with whatever each time came to. */
async function until<T>(over: () => boolean, work: (round: number) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = []
  for (let round = 0; !over(); round++) all.push(await work(round))
  return all
}

const give = (slug: string, from: 'ada' | 'bob', to: 'ada' | 'bob'): Promise<Answer> =>
  as[from].post(`repos/${from}/${slug}/transfer`, { new_owner: to })

describe('a repository that changes hands', () => {
  it('can be read all the time, and written or told to come back; what was written is there', async () => {
    const slug = await newRepo()
    let isOver = false
    const over = (): boolean => isOver
    const readers = [
      'commits',
      'contents/README.md',
      'contents',
      'branches',
      'compare/main...main',
      'raw/main/README.md',
    ]
    const reading = readers.map((path) => until(over, () => there.get(`repos/ada/${slug}/${path}`)))
    const pages = ['', '/commits/main', '/blob/main/README.md', '/branches'].map((path) =>
      until(over, async () => (await fetch(`${other.url}/ada/${slug}${path}`)).status),
    )
    const kept: string[] = []
    const writing = until(over, async (round) => {
      const path = `f${round}`
      const body = { message: `File ${round}`, content: Buffer.from(`${round}`).toString('base64'), branch: 'main' }
      const answer = await there.send('PUT', `repos/ada/${slug}/contents/${path}`, { body })
      if (answer.status === 201) kept.push(path)
      return answer
    })
    const cloning = until(over, async () => {
      const answer = await fetch(`${other.url}/ada/${slug}.git/info/refs?service=git-upload-pack`)
      await answer.arrayBuffer()
      return answer.status
    })
    const given: Answer[] = []
    for (let round = 0; round < transfers || (kept.length === 0 && round < mostTransfers); round++) {
      given.push(await (round % 2 === 0 ? give(slug, 'ada', 'bob') : give(slug, 'bob', 'ada')))
      await sleep(pauseMs)
    }
    isOver = true
    expect(new Set(statusesOf(given))).toEqual(new Set([200]))
    for (const answers of await Promise.all(reading)) {
      for (const answer of answers) expect([200, 503], answer.text).toContain(answer.status)
    }
    for (const statuses of [...(await Promise.all(pages)), await cloning]) {
      for (const status of statuses) expect([200, 503]).toContain(status)
    }
    // Between being the owner and maintaining it, somebody may be neither for the moment of one question.
    for (const { status, text } of await writing) expect([201, 403, 409, 503], text).toContain(status)
    const folder = await newFolder()
    await git(folder, 'clone', '-q', addressOf(stithy, token, `ada/${slug}`), 'work')
    const files = (await git(folder, '-C', 'work', 'ls-files')).split('\n')
    expect(kept.length).toBeGreaterThan(0)
    expect(files).toEqual(expect.arrayContaining(kept))
    const head = await git(folder, '-C', 'work', 'rev-parse', 'HEAD')
    expect((await as.ada.get(`repos/ada/${slug}/branches/main`)).body.commit_sha).toBe(head)
  })

  it('twice at once, or is deleted meanwhile, ends in one place or nowhere', async () => {
    for (let round = 0; round < 5; round++) {
      const slug = await newRepo()
      const answers = await Promise.all([give(slug, 'ada', 'bob'), give(slug, 'ada', 'bob'), give(slug, 'ada', 'bob')])
      for (const { status, text } of answers) expect([200, 400, 403, 409], text).toContain(status)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
      expect((await as.bob.get(`repos/bob/${slug}/contents/README.md`)).status).toBe(200)
      const [gone, back] = await Promise.all([
        as.bob.send('DELETE', `repos/bob/${slug}`),
        give(slug, 'bob', 'ada'),
        there.get(`repos/bob/${slug}/contents`),
      ])
      expect([204, 403, 404, 503], gone.text).toContain(gone.status)
      expect([200, 404, 409], back.text).toContain(back.status)
      const left = await as.ada.get(`repos/ada/${slug}/contents/README.md`)
      expect(left.status, left.text).toBe(back.status === 200 ? 200 : 404)
    }
  })
})
