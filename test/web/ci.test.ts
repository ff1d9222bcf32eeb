import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveVariables } from '../../src/features/ci-variables/resolve-variables.ts'
import type { Answer } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'
import { newTeam } from '../support/teams.ts'

let stithy: TestStithy
let ada: Person

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())

const get = (path: string): Promise<Answer> => stithy.client().get(path, { cookie: ada.cookie })
const post = (path: string, fields: Readonly<Record<string, string>>): Promise<Answer> =>
  stithy.client().send('POST', path, { cookie: ada.cookie, fields })

async function idOf(list: string, key: string): Promise<string> {
  const { text } = await get(list)
  return new RegExp(`${list}/([0-9a-f-]{36})/edit" [^>]*aria-label="Edit ${key}"`).exec(text)?.[1] ?? `no ${key}`
}

describe('the page of variables', () => {
  it.each([
    ['a repository', '/ada/told/ci/variables'],
    ['a team', '/teams/tellers/ci/variables'],
  ])('of %s adds, changes and deletes them, and shows no secret', async (_, list) => {
    await newTeam(stithy, ada, 'tellers').catch(() => null)
    await newRepo(stithy, ada, 'told').catch(() => null)
    const key = 'zwei\r\nzeilen'
    expect((await post(list, { key: 'KEY', value: key, secret: 'true' })).headers.get('location')).toBe(list)
    await post(list, { key: 'PLAIN', value: '<b>loud</b>' })
    const shown = await get(list)
    expect(shown.text).toContain('&lt;b>loud&lt;/b>')
    expect(shown.text).not.toContain('zeilen')
    const at = `${list}/${await idOf(list, 'KEY')}`
    expect((await get(`${at}/edit`)).text).not.toContain('zwei')
    // Empty: the secret stays.
    expect((await post(`${at}/edit`, { key: 'RENAMED', value: '', secret: 'true' })).status).toBe(303)
    const opened = await post(`${at}/edit`, { key: 'RENAMED', value: '' })
    expect(opened.status).toBe(422)
    expect(opened.text).toContain('must be entered again')
    expect((await post(`${list}/${await idOf(list, 'PLAIN')}/delete`, {})).status).toBe(303)
    expect((await get(list)).text).not.toContain('PLAIN')
  })

  it('keeps the lines of a value as they were pasted', async () => {
    const { db, keys } = stithy.app
    const repo = await db
      .selectFrom('repos')
      .select(['id', 'owner_id'])
      .where('slug', '=', 'told')
      .executeTakeFirstOrThrow()
    const trust = { isProtectedRef: true, trusted: true }
    const resolved = await resolveVariables(db, keys, { id: repo.id, ownerId: repo.owner_id }, trust)
    expect(resolved).toEqual([{ key: 'RENAMED', value: 'zwei\nzeilen', secret: true }])
  })

  it('says what is wrong, and does not send a secret back', async () => {
    const list = '/ada/told/ci/variables'
    const refused = await post(list, { key: 'LD_PRELOAD', value: 'hush-hush', secret: 'true' })
    expect(refused.status).toBe(422)
    expect(refused.text).not.toContain('hush-hush')
    expect(refused.text).toContain('LD_PRELOAD')
    expect((await post(list, { key: 'RENAMED', value: 'x' })).status).toBe(409)
  })
})

describe('the page of the configuration', () => {
  const at = '/ada/built/ci/config'
  const good = 'version: 1\njobs:\n  test:\n    steps:\n      - run: make test\n'

  it('teaches how to begin, writes the file, and says what is wrong before that', async () => {
    await newRepo(stithy, ada, 'built')
    expect((await get(at)).text).toContain('No pipelines yet')
    const bad = await post(`${at}/edit`, { content: good.replace('steps', 'stepz'), sha: '' })
    expect(bad.status).toBe(422)
    expect(bad.text).toMatch(/Line 4, column \d+/)
    const checked = await post(`${at}/edit`, { content: good, sha: '', do: 'check' })
    expect(checked.status).toBe(200)
    expect(checked.text).toContain('Valid.')
    expect((await get(at)).text).toContain('No pipelines yet')
    // As a browser ends lines.
    const saved = await post(`${at}/edit`, { content: good.replaceAll('\n', '\r\n'), sha: '', message: 'Begin' })
    expect(saved.headers.get('location')).toBe(at)
    const { body } = await stithy.client().as(ada.access).get('repos/ada/built/ci/config')
    expect(body).toMatchObject({ content: good, valid: true })
    expect((await get(at)).text).toContain('Valid.')
  })

  it('keeps what was typed where somebody was faster', async () => {
    const late = await post(`${at}/edit`, { content: `${good}# mine\n`, sha: 'a'.repeat(40) })
    expect(late.status).toBe(409)
    expect(late.text).toContain('Conflict.')
    expect(late.text).toContain('# mine')
    const sha = /name="sha" value="([0-9a-f]{40})"/.exec(late.text)?.[1] ?? ''
    expect((await post(`${at}/edit`, { content: `${good}# mine\n`, sha })).status).toBe(303)
  })

  it('checks for its script', async () => {
    const { body } = await post(`${at}/check`, { content: 'version: 1\n' })
    expect(body).toEqual({ valid: false, errors: [{ line: 1, column: 1, message: expect.any(String) }] })
    expect((await get(`${at}/check`)).headers.get('location')).toContain('/ci/config')
  })
})
