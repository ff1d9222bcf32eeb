// A service with people, repositories and receivers, made for a row of rounds.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, Client } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { git } from '../support/git.ts'
import { password } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'
import { newKeyPair } from '../support/ssh.ts'
import type { Random } from './random.ts'
import { Replica } from './replica.ts'
import type { Lane, World } from './world.ts'

export interface SiteOptions {
  readonly random: Random
  readonly databaseUrl: string | null
  readonly replicas: number
  /** A file system of its own, so that it can be full; only root can make one. */
  readonly ownDisk: boolean
}

export interface Site {
  readonly world: World
  readonly disk: string | null
  signIn(): Promise<void>
  remove(): Promise<void>
}

const scopes = ['repo:write', 'pulls:write', 'issues:write', 'ci:write']
const diskSize = '400m'

export async function newSite({ random, databaseUrl, replicas: count, ownDisk }: SiteOptions): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'stithy-chaos-'))
  const disk = join(folder, 'disk')
  const dataDir = join(disk, 'data')
  await mkdir(disk)
  if (ownDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', disk])
  const hasPipelines = existsSync('/usr/bin/bwrap')
  const env = {
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT_ENABLED: 'false',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    IMPORT_ALLOWED_HOSTS: '127.0.0.1',
    ...(hasPipelines ? { CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' } : {}),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
  const replicas: Replica[] = []
  for (let index = 0; index < count; index++) {
    const ports = { http: await freePort(), ssh: await freePort() }
    replicas.push(new Replica(env, ports, join(folder, `orders-${index}`)))
  }
  for (const one of replicas) await one.start('')
  const receiver = await startReceiver()
  const made = await furnish(replicas[0]?.url ?? '', receiver.url, hasPipelines)
  const owned = join(dataDir, 'repositories/ada')
  const work = join(owned, `${made.work}.git`)
  if (!existsSync(work)) throw new Error(`No folder: ${(await readdir(owned)).join(', ')}`)
  const tokens = { ada: made.ada, bob: made.bob, session: '' }
  const lanes = await Promise.all([0, 1, 2].map((index) => newLane(folder, `lane-${index}`)))
  const parts = { random, replicas, dataDir, env, receiver, tokens, key: made.key, lanes, work, hasPipelines }
  return {
    world: { ...parts, count: 0, surprises: [], slow: [], errors: 0 },
    disk: ownDisk ? disk : null,
    signIn: async () => {
      tokens.session = await sessionOf(replicas[0]?.url ?? '', 'ada')
    },
    remove: async () => {
      await Promise.all(replicas.map((one) => one.kill()))
      await receiver.stop()
      if (ownDisk) execFileSync('umount', ['-l', disk])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function newLane(folder: string, branch: string): Promise<Lane> {
  const tree = join(folder, branch)
  await mkdir(tree)
  await git(tree, 'init', '-q', '-b', branch)
  return { branch, tree, busy: false }
}

async function sessionOf(url: string, username: string): Promise<string> {
  const { body } = must(await new Client(url, 'B').post('auth/login', { username, password }))
  return String(body.access_token)
}

async function furnish(url: string, receiver: string, hasPipelines: boolean) {
  const anybody = new Client(url, 'B')
  const tokens: string[] = []
  for (const username of ['ada', 'bob']) {
    must(await anybody.post('auth/register', { username, email: `${username}@example.org`, password }))
    const session = anybody.as(await sessionOf(url, username))
    tokens.push(String(must(await session.post('user/tokens', { name: 'chaos', scopes })).body.token))
  }
  const [ada = '', bob = ''] = tokens
  const session = anybody.as(await sessionOf(url, 'ada'))
  const key = await newKeyPair()
  must(await session.post('user/keys', { title: 'chaos', key: key.line }))
  const work = must(await session.post('user/repos', { slug: 'work', auto_init: true, is_public: true })).body.id
  const events = ['push', 'create', 'issues', 'issue_comment', 'pull_request']
  must(await session.post('repos/ada/work/hooks', { url: `${receiver}/in`, events }))
  if (hasPipelines) {
    must(await session.post('user/repos', { slug: 'built', auto_init: true }))
    const content = Buffer.from('version: 1\njobs:\n  build:\n    steps:\n      - run: echo built\n').toString('base64')
    must(await session.send('PUT', 'repos/ada/built/contents/.svc-ci.yml', { body: { content } }))
  }
  return { ada, bob, key, work: String(work) }
}

function must(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}
