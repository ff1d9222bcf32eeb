// Several `serve` on one PostgreSQL and one folder: whoever is asked, the answer is the same, and one may die.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { git, newFolder, tryGit } from '../support/git.ts'
import { emailOf, newToken, password } from '../support/people.ts'
import { commitTo, openPull, settled } from '../support/pulls.ts'
import { workTree } from '../support/repos.ts'
import { eventually } from '../support/stithy.ts'
import { readEvents } from '../support/stream.ts'
import { query, select } from './database.ts'
import { newPlace, onPostgres, type Place, run, type Serving, serve } from './stithy-process.ts'

const scopes = ['repo:write', 'issues:write', 'pulls:write']
const loginLimit = 12
const anonymousLimit = 40

let place: Place
let first: Serving
let second: Serving
let firstSsh: number
let secondSsh: number
let ada: string
let bob: string
let token: string

async function replica(own: Place): Promise<readonly [Serving, number]> {
  const port = String(await freePort())
  const sshPort = await freePort()
  return [await serve({ ...own, port, env: { ...own.env, PORT: port, SSH_PORT: String(sshPort) } }), sshPort]
}

const address = (at: Serving, repo: string): string => `http://x:${token}@${new URL(at.url).host}/${repo}`

async function join(at: Serving, username: string): Promise<string> {
  const made = await at.client().post('auth/register', { username, email: emailOf(username), password })
  if (made.status !== 201) throw new Error(`register ${username}: ${made.status} ${made.text}`)
  return enter(at, username)
}

async function enter(at: Serving, username: string): Promise<string> {
  const { status, body, text } = await at.client().post('auth/login', { username, password })
  if (status !== 200) throw new Error(`login ${username}: ${status} ${text}`)
  return body.access_token
}

describe.runIf(onPostgres)('two replicas', () => {
  beforeAll(async () => {
    place = await newPlace({
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_LOGIN: `${loginLimit}/15m`,
      RATE_LIMIT_ANONYMOUS: `${anonymousLimit}/1m`,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    // At once: of two that make the tables, the secret and the host key, one wins.
    const [one, other] = await Promise.all([replica(place), replica(place)])
    ;[first, firstSsh] = one
    ;[second, secondSsh] = other
    ada = await join(first, 'ada')
    bob = await join(second, 'bob')
    token = await newToken(first.client().as(ada), scopes)
    await first.client().as(ada).post('user/repos', { slug: 'site', is_public: true })
  })

  it('show at once what was pushed through the other: over git, in the API and in the page', async () => {
    const tree = await workTree()
    for (const [at, other] of [
      [first, second],
      [second, first],
    ] as const) {
      await git(tree, 'commit', '-q', '--allow-empty', '-m', `Through ${at.place.port}`)
      await git(tree, 'push', '-q', address(at, 'ada/site'), 'main')
      const head = await git(tree, 'rev-parse', 'HEAD')
      expect(await git(tree, 'ls-remote', address(other, 'ada/site'), 'main')).toContain(head)
      expect((await other.client().get('repos/ada/site/branches/main')).body.commit_sha).toBe(head)
      expect((await other.client().get('/ada/site/commits/main')).text).toContain(`Through ${at.place.port}`)
      const clone = await newFolder()
      await git(clone, 'clone', '-q', address(other, 'ada/site'), '.')
      expect(await git(clone, 'rev-parse', 'HEAD')).toBe(head)
    }
  })

  it('of two pushes to one branch, one at each, take one', async () => {
    const trees = await Promise.all([workTree(), workTree()])
    const pushes = trees.map(async (tree, at) => {
      await git(tree, 'commit', '-q', '--allow-empty', '-m', `Of ${at}`)
      return tryGit(tree, 'push', address(at === 0 ? first : second, 'ada/site'), 'main:race')
    })
    const codes = (await Promise.all(pushes)).map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
  })

  it('agree on the default branch when two first pushes come at once', async () => {
    const begun = ['one', 'two', 'three'].map(async (slug) => {
      await first.client().as(ada).post('user/repos', { slug })
      const tree = await workTree()
      await Promise.all(
        [first, second].map((at, n) => git(tree, 'push', '-q', address(at, `ada/${slug}`), `main:begin-${n}`)),
      )
      const { default_branch: branch } = (await first.client().as(ada).get(`repos/ada/${slug}`)).body
      expect(await git(tree, 'ls-remote', '--symref', address(second, `ada/${slug}`), 'HEAD')).toContain(
        `ref: refs/heads/${branch}\t`,
      )
    })
    await Promise.all(begun)
  })

  it('merge once what is merged at both at once', async () => {
    const client = first.client().as(ada)
    await commitTo(client, 'repos/ada/site', ['more', 'main'], { 'more.txt': 'more\n' })
    const { number } = await openPull(second.client().as(ada), 'repos/ada/site', 'more')
    await settled(client, 'repos/ada/site', number)
    const merges = [first, second].map((at, n) =>
      at
        .client()
        .as(ada)
        .post(`repos/ada/site/pulls/${number}/merge`, { merge_method: ['merge', 'squash'][n] }),
    )
    const statuses = (await Promise.all(merges)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await second.client().get(`repos/ada/site/pulls/${number}`)).body.state).toBe('merged')
  })

  it('stream what happens at the other, and end what is revoked there', async () => {
    const theirs = await enter(first, 'bob')
    const { reader } = await readEvents(`${second.url}/notifications/stream`, { authorization: `Bearer ${theirs}` })
    await first.client().as(ada).post('repos/ada/site/issues', { title: 'Look', body: 'What do you think, @bob?' })
    const [frame] = await reader.upTo(1)
    expect(JSON.stringify(frame?.data)).toContain('Look')
    await first.client().as(theirs).post('auth/logout')
    expect((await second.client().as(theirs).get('user')).status).toBe(401)
    await eventually(() => expect(reader.ended()).toBe(true))
  })

  it('of uses of one refresh token at both at once take one, which goes on; a later one ends the session', async () => {
    for (let time = 0; time < 10; time++) {
      const headers = { 'x-forwarded-for': `203.0.113.${time}` }
      const { body } = await first.client().post('auth/login', { username: 'bob', password }, { headers })
      const use = (at: Serving) => at.client().post('auth/refresh', { refresh_token: body.refresh_token }, { headers })
      const answers = await Promise.all([use(first), sleep(time).then(() => use(second))])
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      const works = async () => (await second.client().as(won[0]?.body.access_token).get('user')).status
      expect(await works()).toBe(200)
      await use(time % 2 === 0 ? first : second)
      expect(await works()).toBe(401)
    }
  })

  it('tell pages that are open at one of them what is new at the other: a comment, a check', async () => {
    const client = first.client().as(ada)
    const { number } = (await client.post('repos/ada/site/issues', { title: 'Talk' })).body
    const { commit_sha: head } = (await client.get('repos/ada/site/branches/main')).body
    for (const [page, path, body] of [
      [`issue=${number}`, `issues/${number}/comments`, { body: 'And another thing' }],
      ['ci', `commits/${head}/statuses`, { state: 'success', context: 'lint' }],
    ] as const) {
      const live = `${second.url}/notifications/live/ada/site?${page}`
      const { reader } = await readEvents(live, { authorization: `Bearer ${ada}` })
      expect((await client.post(`repos/ada/site/${path}`, body)).status).toBe(201)
      await eventually(() => expect(reader.text()).toContain('event: changed'))
      reader.close()
    }
  })

  it('refuse at once what was revoked at the other: a token, and an account', async () => {
    const made = await first.client('B').as(bob).post('user/tokens', { name: 'gone', scopes })
    const theirs = second.client().as(made.body.token)
    expect((await theirs.get('user')).status).toBe(200)
    await first.client('B').as(bob).send('DELETE', `user/tokens/${made.body.id}`)
    expect((await theirs.get('user')).status).toBe(401)
    const eve = await join(second, 'eve')
    const { reader } = await readEvents(`${second.url}/notifications/stream`, { authorization: `Bearer ${eve}` })
    const disabled = await first
      .client()
      .as(ada)
      .send('PATCH', 'admin/users/eve', { body: { disabled: true } })
    expect(disabled.status).toBe(200)
    expect((await second.client().as(eve).get('user')).status).toBe(401)
    await eventually(() => expect(reader.ended()).toBe(true))
  })

  it('count failed sign-ins together, to the last', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.9' }
    const guess = (at: Serving) =>
      at.client().post('auth/login', { username: 'bob', password: 'a wrong phrase 9' }, { headers })
    const all = Array.from({ length: loginLimit + 4 }, (_, n) => guess(n % 2 === 0 ? first : second))
    const statuses = (await Promise.all(all)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(loginLimit)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })

  it('count requests together, and say how many are left', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.10' }
    const ask = (at: Serving) => at.client().get('repos/ada/site', { headers })
    const half = anonymousLimit / 2
    await Promise.all(Array.from({ length: half }, () => ask(first)))
    const left = await eventually(async () => {
      const remaining = Number((await ask(second)).headers.get('x-ratelimit-remaining'))
      expect(remaining).toBeLessThan(half)
      return remaining
    })
    await Promise.all(Array.from({ length: left }, () => ask(second)))
    expect((await ask(second)).status).toBe(429)
    await eventually(async () => expect((await ask(first)).status).toBe(429))
  })

  it('shut out of SSH, both, whom one of them has shut out: the address that the proxy names, and no other', async () => {
    const greeting = async (port: number, ip: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1').setEncoding('latin1')
      let said = ''
      socket.on('data', (text: string) => {
        said += text
        socket.end()
      })
      socket.on('error', () => undefined)
      socket.write(`PROXY TCP4 ${ip} 127.0.0.1 40000 22\r\n`)
      const closed = once(socket, 'close')
      if (ip === '192.0.2.66') socket.end()
      await closed
      return said
    }
    for (let n = 0; n < 12; n++) await Promise.all(Array.from({ length: 20 }, () => greeting(firstSsh, '192.0.2.66')))
    await eventually(async () => expect(await select(place, 'select network from network_bans')).toHaveLength(1))
    await eventually(() =>
      expect(
        first
          .log()
          .filter((line) => line['event'] === 'ssh_connection_flood')
          .at(-1),
      ).toMatchObject({
        src_ip: '192.0.2.66',
        action: 'ban',
      }),
    )
    expect(await greeting(firstSsh, '192.0.2.67')).toMatch(/^SSH-2.0-Stithy/)
    expect(await greeting(secondSsh, '192.0.2.67')).toMatch(/^SSH-2.0-Stithy/)
    const before = second.log().length
    await Promise.all(Array.from({ length: 60 }, () => greeting(secondSsh, '192.0.2.66')))
    // Sixty would be worth a line, had anybody listened.
    expect(
      second
        .log()
        .slice(before)
        .filter((line) => 'event' in line),
    ).toEqual([])
  })

  describe('of which one is killed under load', () => {
    const pushed = new Map<string, string>()
    const issues: string[] = []

    /** As behind a load balancer: who gets no answer asks the other. */
    async function through<T>(act: (at: Serving) => Promise<T | null>, at: Serving): Promise<T | null> {
      return (await act(at).catch(() => null)) ?? (await act(at === first ? second : first).catch(() => null))
    }

    it('nothing that was acknowledged is lost, and the other brings to an end what was under way', async () => {
      const load = { isOver: false }
      const pushing = [first, second, first].map(async (at, who) => {
        const tree = await workTree()
        for (let n = 0; !load.isOver; n++) {
          const branch = `load-${who}-${n}`
          await git(tree, 'commit', '-q', '--allow-empty', '-m', branch)
          const head = await git(tree, 'rev-parse', 'HEAD')
          const push = async (to: Serving): Promise<true | null> =>
            (await tryGit(tree, 'push', '-q', address(to, 'ada/site'), `HEAD:refs/heads/${branch}`)).code === 0
              ? true
              : null
          if ((await through(push, at)) !== null) pushed.set(branch, head)
        }
      })
      const writing = [first, second].map(async (at, who) => {
        for (let n = 0; !load.isOver; n++) {
          const title = `Load ${who} ${n}`
          const write = async (to: Serving): Promise<true | null> => {
            const client = new Client(to.url, 'B', token)
            const answer = await client.post('repos/ada/site/issues', { title, body: 'For @bob' })
            return answer.status === 201 ? true : null
          }
          if ((await through(write, at)) !== null) issues.push(title)
          await new Promise((resolve) => setTimeout(resolve, 40))
        }
      })
      await eventually(() => expect(Math.min(pushed.size, issues.length)).toBeGreaterThan(5))
      await first.kill()
      const then = [pushed.size, issues.length] as const
      await eventually(() => {
        expect(pushed.size).toBeGreaterThan(then[0] + 3)
        expect(issues.length).toBeGreaterThan(then[1] + 3)
      })
      load.isOver = true
      await Promise.all([...pushing, ...writing])
      const remote = await git(await newFolder(), 'ls-remote', address(second, 'ada/site'))
      const titles = new Set((await select(place, 'select title from threads')).map((row) => row['title']))
      for (const [branch, head] of pushed) expect(`${remote}\n`).toContain(`${head}\trefs/heads/${branch}\n`)
      expect(issues.filter((title) => !titles.has(title))).toEqual([])
    })

    it('what it was in the middle of is brought to an end by the other', async () => {
      await eventually(async () => {
        // A look costs a connection.
        await new Promise((resolve) => setTimeout(resolve, 500))
        expect(await select(place, 'select id from push_journal')).toEqual([])
        expect(await select(place, "select name from jobs where state = 'running' or attempts = 0")).toEqual([])
      }, 28_000)
      const rows = await select(place, "select name, sha from refs where name like 'refs/heads/load-%'")
      const known = new Map(rows.map((row) => [String(row['name']).slice('refs/heads/'.length), row['sha']]))
      for (const [branch, head] of pushed) expect(known.get(branch)).toBe(head)
    })

    it('one of an older version starts again on what a newer one has made of the tables, and all is sound', async () => {
      await query(place, "insert into migrations (name, timestamp) values ('9999-of-a-newer-version', 'now')")
      first = await serve(first.place)
      expect(first.log().filter((line) => line['newer'] !== undefined)).toHaveLength(1)
      expect((await first.client().get('repos/ada/site/branches/main')).status).toBe(200)
      await Promise.all([first.stop(), second.stop()])
      const { code, stdout } = await run(['doctor'], place.env)
      expect([code, stdout]).toEqual([0, expect.stringContaining('everything is sound')])
    })
  })
})
