// Two servers on one PostgreSQL and one folder: what was acknowledged by one is there at the other, at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onPostgres } from '../support/database.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

describe.runIf(onPostgres)('two servers', () => {
  let one: TestStithy
  let other: TestStithy
  let ada: Person
  let token: string

  beforeAll(async () => {
    one = await startStithy()
    const { DATABASE_URL = '', DATA_DIR = '' } = one.env
    other = await startStithy({ DATABASE_URL, DATA_DIR })
    ada = await newPerson(one, 'ada')
    token = await newToken(one.client('B').as(ada.access), ['repo:write'])
    await one.client('B').as(token).post('user/repos', { slug: 'shared', auto_init: true })
  })
  afterAll(async () => {
    await other.stop()
    await one.stop()
  })

  it('show a push to either at the other as soon as it is answered', async () => {
    const tree = await newFolder()
    await git(tree, 'init', '-q', '-b', 'topic')
    for (let round = 0; round < 6; round++) {
      const [to, from] = round % 2 === 0 ? [one, other] : [other, one]
      await git(tree, 'commit', '-q', '--allow-empty', '-m', `Push ${round}`)
      const sha = await git(tree, 'rev-parse', 'HEAD')
      await git(tree, 'push', '-q', addressOf(to, token, 'ada/shared'), 'topic')
      const { body } = await from.client('B').as(token).get('repos/ada/shared/branches/topic')
      expect(body.commit_sha).toBe(sha)
      expect(await git(tree, 'ls-remote', addressOf(from, token, 'ada/shared'), 'refs/heads/topic')).toContain(sha)
    }
  })

  it('know at once that a token is no more, and that a repository has another name', async () => {
    const renamed = { body: { slug: 'renamed' } }
    expect((await one.client('B').as(token).send('PATCH', 'repos/ada/shared', renamed)).status).toBe(200)
    expect((await other.client('B').as(token).get('repos/ada/renamed')).status).toBe(200)
    const tokens = (await one.client('B').as(ada.access).get('user/tokens')).body.items
    await one
      .client('B')
      .as(ada.access)
      .send('DELETE', `user/tokens/${String(tokens[0].id)}`)
    expect((await other.client('B').as(token).get('user')).status).toBe(401)
  })
})
