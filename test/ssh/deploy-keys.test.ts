import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { git, newFolder, pushSomething } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { gitSsh, type KeyPair, newKeyPair, ssh, sshUrl, tryGitSsh } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let reader: KeyPair
let writer: KeyPair
let readerId: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  for (const slug of ['site', 'other', 'open']) {
    await stithy
      .client()
      .as(ada.access)
      .post('user/repos', { slug, is_public: slug === 'open' })
    await pushSomething(stithy, token, `ada/${slug}`)
  }
  reader = await newKeyPair()
  writer = await newKeyPair()
  readerId = await add(reader, { title: 'watcher' })
  await add(writer, { title: 'builder', read_only: false })
})
afterAll(() => stithy.stop())

async function add(pair: KeyPair, more: object): Promise<string> {
  const body = { key: pair.line, ...more }
  const answer = await stithy.client('B').as(ada.access).post('repos/ada/site/keys', body)
  expect(answer.status).toBe(201)
  return answer.body.id
}

const url = (repo: string): string => sshUrl(stithy, repo)

describe('a deploy key', () => {
  it('that may read clones its repository, and hears why it cannot push', async () => {
    const clone = await newFolder()
    await gitSsh(reader, clone, 'clone', '-q', url('ada/site'), '.')
    const { code, stderr } = await tryGitSsh(reader, clone, 'push', url('ada/site'), 'HEAD:x')
    expect(code).toBe(128)
    expect(stderr).toContain('This deploy key may read, not write')
  })

  it('that may write pushes, as nobody, and the log says which key it was', async () => {
    const clone = await newFolder()
    await gitSsh(writer, clone, 'clone', '-q', url('ada/site'), '.')
    await git(clone, 'commit', '-q', '--allow-empty', '-m', 'Built')
    await gitSsh(writer, clone, 'push', '-q', url('ada/site'), 'HEAD:built')
    const { body } = await stithy.client('B').as(ada.access).get('repos/ada/site/branches')
    expect(body.items.map((branch: { name: string }) => branch.name)).toContain('built')
    const line = stithy.logs.findLast((one) => one.message === 'git over SSH')
    expect(line).toMatchObject({ service: 'receive-pack', fingerprint: writer.fingerprint, exit: 0 })
    expect(line).toMatchObject({ deploy_key: expect.any(Number) })
  })

  it('brings nothing into a repository whose owner’s account is shut', async () => {
    const eve = stithy.client('B').as((await newPerson(stithy, 'eve')).access)
    await eve.post('user/repos', { slug: 'mine', auto_init: true })
    const pair = await newKeyPair()
    expect((await eve.post('repos/eve/mine/keys', { key: pair.line, read_only: false })).status).toBe(201)
    const clone = await newFolder()
    await gitSsh(pair, clone, 'clone', '-q', url('eve/mine'), '.')
    const shut = (disabled: boolean) =>
      stithy.client('B').as(ada.access).send('PATCH', 'admin/users/eve', { body: { disabled } })
    expect((await shut(true)).status).toBe(200)
    const { code, stderr } = await tryGitSsh(pair, clone, 'push', url('eve/mine'), 'HEAD:x')
    expect([code, stderr]).toEqual([128, expect.stringContaining('may read, not write')])
    await gitSsh(pair, clone, 'fetch', '-q')
    await shut(false)
    await gitSsh(pair, clone, 'push', '-q', url('eve/mine'), 'HEAD:x')
  })

  it.each(['ada/other', 'ada/open', 'ada/none'])(
    'sees no other repository, not even a public one: %s',
    async (repo) => {
      for (const key of [reader, writer]) {
        const { code, stderr } = await tryGitSsh(key, await newFolder(), 'ls-remote', url(repo))
        expect(code).toBe(128)
        expect(stderr).toContain('Repository not found, or this key may not see it')
      }
    },
  )

  it('is greeted by its own name, and notes when it was used', async () => {
    const greeting = (await ssh(stithy, [reader])).stderr
    expect(greeting).toContain('Hi! You are signed in to Stithy with the deploy key watcher;')
    const { body } = await stithy.client('B').as(ada.access).get(`repos/ada/site/keys/${readerId}`)
    expect(body.last_used_at).not.toBeNull()
  })

  it('that was removed opens nothing any more', async () => {
    const pair = await newKeyPair()
    const id = await add(pair, {})
    expect((await tryGitSsh(pair, await newFolder(), 'ls-remote', url('ada/site'))).code).toBe(0)
    await stithy.client().as(ada.access).send('DELETE', `repos/ada/site/keys/${id}`)
    const { stderr } = await tryGitSsh(pair, await newFolder(), 'ls-remote', url('ada/site'))
    expect(stderr).toContain('Permission denied (publickey)')
  })
})
