import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder, pushSomething } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { type KeyPair, keyOf, ssh, sshUrl, tryGitSsh } from '../support/ssh.ts'
import { type SignedIn, signInBy } from '../support/ssh-client.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
let key: KeyPair
let bobs: KeyPair
let client: SignedIn

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  key = await keyOf(stithy, ada)
  bobs = await keyOf(stithy, await newPerson(stithy, 'bob'))
  const token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  for (const [slug, isPublic] of [
    ['open', true],
    ['secret', false],
  ] as const) {
    await stithy.client().as(ada.access).post('user/repos', { slug, is_public: isPublic })
    await pushSomething(stithy, token, `ada/${slug}`)
  }
  client = await signInBy(stithy, key)
})
afterAll(async () => {
  client.end()
  await stithy.stop()
})

const onlyGit =
  'Stithy: Only git-upload-pack, git-receive-pack and git-lfs-authenticate can be run here, on owner/repository.\n'
const noSuch = 'Stithy: Repository not found, or this key may not see it.\n'

describe('a command', () => {
  it.each([
    "git-upload-pack 'ada/open.git'",
    "git upload-pack 'ada/open'",
    'git-upload-pack ada/open',
    "git-upload-pack '/ada/open.git'",
    "git-receive-pack 'ada/open.git'",
    "git receive-pack '/ada/open.git/'",
  ])('of git is run: %s', async (command) => {
    const { stdout, stderr } = await client.run(command)
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('refs/heads/main')])
  })

  it.each([
    'ls',
    'sh',
    '',
    ' ',
    'git',
    'git-upload-pack',
    "git-upload-archive 'ada/open'",
    'git-shell',
    'git --version',
    "git-upload-pack 'ada/open'; id",
    "git-upload-pack 'ada/open' && id",
    "git-upload-pack 'ada/open' | id",
    'git-upload-pack $(id)',
    'git-upload-pack `id`',
    "git-upload-pack 'ada/open'\nid",
    "git-upload-pack 'ada/open' 'ada/secret'",
    "git-upload-pack --strict 'ada/open'",
    "git-upload-pack '--upload-pack=id' 'ada/open'",
    'git-upload-pack "ada/open"',
    "git-upload-pack 'ada/open",
    "git-upload-pack ada/open'",
    "git-upload-pack 'ada/o'pen",
    'git-upload-pack ada\\/open',
    "GIT_PROTOCOL=version=2 git-upload-pack 'ada/open'",
    "/usr/bin/git-upload-pack 'ada/open'",
    "git-upload-pack  --  'ada/open'",
    "GIT-UPLOAD-PACK 'ada/open'",
    `git-upload-pack '${'x'.repeat(20_000)}`,
    "git-lfs-authenticate 'ada/open'",
    "git-lfs-authenticate 'ada/open' delete",
    "git-lfs-authenticate 'ada/open' download upload",
    "git-lfs-authenticate 'ada/open' download; id",
    "git-lfs-authenticate 'ada/open' 'ada/secret' download",
    "git-lfs-transfer 'ada/open' download",
    'scp -t /tmp',
    'rsync --server . /',
  ])('that is anything else is refused, and nothing is run: %j', async (command) => {
    expect(await client.run(command)).toEqual({ code: 1, stdout: '', stderr: onlyGit })
  })

  it.each([
    "'ada/none'",
    "''",
    "'nobody/none'",
    "'ada'",
    "'/'",
    "'~ada/open'",
    "'~/open'",
    "'/~/ada/open'",
    "'ada/../ada/open'",
    "'../../etc/passwd'",
    "'ada/..'",
    "'ada/open/../secret'",
    "'ada%2fopen'",
    "'ada/%2e%2e'",
    "'ada\\open'",
    "'ada/open\0'",
    "'ada/open.git.git'",
    "'--upload-pack=id'",
    "'-h/open'",
    "'//ada/open'",
    "'ada//open'",
    "'it'\\''s/open'",
    '/etc/passwd',
    `'ada/${'x'.repeat(300)}'`,
  ])('on a path that names no repository says that there is none: %j', async (path) => {
    for (const service of ['git-upload-pack', 'git-receive-pack']) {
      expect(await client.run(`${service} ${path}`)).toEqual({ code: 1, stdout: '', stderr: noSuch })
    }
  })
})

describe('a repository', () => {
  it('that is private is the same as one that is missing, to whoever may not see it', async () => {
    const stranger = await signInBy(stithy, bobs)
    for (const service of ['git-upload-pack', 'git-receive-pack']) {
      const answers = await Promise.all(
        ['ada/secret', 'ada/missing', 'nobody/missing'].map((repo) => stranger.run(`${service} '${repo}'`)),
      )
      expect(answers).toEqual(answers.map(() => ({ code: 1, stdout: '', stderr: noSuch })))
    }
    stranger.end()
  })

  it('that is public may be read by everybody with an account, and says why it cannot be pushed to', async () => {
    const clone = await newFolder()
    expect((await tryGitSsh(bobs, clone, 'clone', '-q', sshUrl(stithy, 'ada/open'), '.')).code).toBe(0)
    const { code, stderr } = await tryGitSsh(bobs, clone, 'push', sshUrl(stithy, 'ada/open'), 'HEAD:mine')
    expect(code).toBe(128)
    expect(stderr).toContain('This needs the role Developer; you are Reader here')
  })

  it('that is archived can be read, and says why it cannot be pushed to', async () => {
    await stithy.client().as(ada.access).post('user/repos', { slug: 'old' })
    const settings = stithy.client().as(ada.access)
    expect((await settings.send('PATCH', 'repos/ada/old', { body: { archived: true } })).status).toBe(200)
    expect((await client.run("git-receive-pack 'ada/old'")).stderr).toContain('This repository is archived')
    expect((await client.run("git-upload-pack 'ada/old'")).stderr).toBe('')
  })

  it('that was renamed is found by its old name', async () => {
    const settings = stithy.client().as(ada.access)
    await settings.post('user/repos', { slug: 'before' })
    await settings.send('PATCH', 'repos/ada/before', { body: { slug: 'after' } })
    expect((await client.run("git-upload-pack 'ada/before.git'")).stderr).toBe('')
  })
})

describe('whoever wants a shell', () => {
  it('is greeted and sent away', async () => {
    const greeting =
      'Hi ada! You are signed in to Stithy with the key laptop; there is no shell access, but git clone, fetch and push work.\n'
    expect(await ssh(stithy, [key], { args: ['-T'] })).toEqual({ code: 1, stdout: '', stderr: greeting })
  })

  it('gets no terminal', async () => {
    const { code, stderr } = await ssh(stithy, [key], { args: ['-tt'] })
    expect(code).not.toBe(0)
    expect(stderr).toContain('PTY allocation request failed')
    await expect(client.run("git-upload-pack 'ada/open'", { pty: true })).rejects.toThrow(/pseudo-terminal/)
  })
})

describe('what an SSH server can do besides', () => {
  /** What the client is told; empty where it was let. */
  const refusal = (ask: (done: (error?: Error) => void) => void): Promise<string> =>
    new Promise((resolve) => ask((error) => resolve(error?.message ?? '')))

  it('is refused: subsystems', async () => {
    const { code, stderr } = await ssh(stithy, [key], { args: ['-s'], command: ['sftp'] })
    expect([code, stderr]).toEqual([255, expect.stringContaining('subsystem request failed')])
    expect(await refusal((done) => client.raw.sftp(done))).toMatch(/./)
  })

  it('is refused: forwarding, both ways and of sockets', async () => {
    const { raw } = client
    expect(await refusal((done) => raw.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, done))).toMatch(/open failure/)
    expect(await refusal((done) => raw.forwardIn('127.0.0.1', 0, done))).toContain('Unable to bind')
    expect(await refusal((done) => raw.openssh_forwardOutStreamLocal('/run/x', done))).toMatch(/./)
  })

  it('is refused: displays, agents and variables, while git itself goes on', async () => {
    await expect(client.run("git-upload-pack 'ada/open'", { x11: true })).rejects.toThrow(/X11/)
    const answer = await ssh(stithy, [key], {
      args: ['-A', '-X', '-o', 'SetEnv=GIT_SSH=/bin/sh LD_PRELOAD=/tmp/x.so PATH=/tmp GIT_CONFIG_COUNT=1'],
      command: ['git-upload-pack', 'ada/none'],
    })
    expect(answer.stderr).toContain('Repository not found')
  })

  it('hears which version of the protocol is wanted, and nothing that is none', async () => {
    const run = (value: string) => client.run("git-upload-pack 'ada/open'", { env: { GIT_PROTOCOL: value } })
    expect((await run('version=2')).stdout).toContain('version 2')
    expect((await run('version=1')).stdout).toContain('version 1')
    expect((await run('version=2:side=band')).stdout).toContain('version 2')
    for (const bad of ['version=2\n', 'version=2; id', '$(id)', 'x'.repeat(200), ' version=2']) {
      expect((await run(bad)).stdout, bad).toMatch(/^[0-9a-f]{4}[0-9a-f]{40} HEAD/)
    }
  })

  it('is bounded: commands at once on one connection', async () => {
    const greedy = await signInBy(stithy, key)
    const open = (): Promise<unknown> =>
      new Promise((resolve) =>
        greedy.raw.exec("git-upload-pack 'ada/open'", (error) => resolve(error?.message ?? 'open')),
      )
    const opened = await Promise.all(Array.from({ length: 15 }, open))
    expect(opened.filter((one) => one === 'open')).toHaveLength(10)
    greedy.end()
  })
})
