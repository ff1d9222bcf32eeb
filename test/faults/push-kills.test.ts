// kill -9 at each named point of a push, again and again: afterwards every effect is there exactly once, and the refs
// are what the database says. KILLS=1000 in the environment makes a long night of it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Checkpoint } from '../../src/core/checkpoint.ts'
import { select } from '../process/database.ts'
import { newPlace, onPostgres, type Place } from '../process/stithy-process.ts'
import { Client } from '../support/client.ts'
import { git, newFolder, tryGit } from '../support/git.ts'
import { emailOf, newToken, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'

const root = join(import.meta.dirname, '../..')
const points: readonly Checkpoint[] = ['push.judged', 'push.journaled', 'refs.moved', 'push.settling', 'push.settled']
const kills = Number(process.env['KILLS'] ?? (onPostgres ? 5 : 60))

/** Before the verdict nothing can move; right behind it git may or may not have come that far, and both are whole. */
const outcomes: Readonly<Record<Checkpoint, readonly ('moved' | 'stayed')[]>> = {
  'push.judged': ['stayed'],
  'push.journaled': ['stayed', 'moved'],
  'refs.moved': ['moved'],
  'push.settling': ['moved'],
  'push.settled': ['moved'],
}

const commonJs = `import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(import.meta.url)
const __filename = import.meta.filename
const __dirname = import.meta.dirname`

/** A server that dies after two pushes answers nothing else: what writes its answers is made when it is needed. */
const quickStart: Plugin = {
  name: 'quick-start',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^fast-json-stringify$/ }, ({ importer }) =>
      importer.startsWith(join(root, 'src/'))
        ? { path: join(root, 'test/support/quick-json-stringify.ts') }
        : undefined,
    )
  },
}

let program: string
let place: Place
let server: ChildProcess | null = null
let token: string

beforeAll(async () => {
  const folder = await mkdtemp(join(root, 'node_modules/.mortal-'))
  program = join(folder, 'mortal.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'mortal-server.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3', '@node-rs/argon2', 'pg-native', 'cpu-features'],
    loader: { '.node': 'empty' },
    banner: { js: commonJs },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
    plugins: [quickStart],
  })
  place = await newPlace({ SSH_ENABLED: 'false' })
  await start()
  const client = new Client(url())
  await client.post('auth/register', { username: 'ada', email: emailOf('ada'), password })
  const login = await client.post('auth/login', { username: 'ada', password })
  const ada = client.as(String(login.body.access_token))
  token = await newToken(ada, ['repo:write'])
  await ada.post('user/repos', { slug: 'mortal' })
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await rm(join(program, '..'), { recursive: true, force: true })
})

const url = (): string => `http://127.0.0.1:${place.port}`
const address = (): string => `http://x:${token}@127.0.0.1:${place.port}/ada/mortal`

async function start(dieAt?: Checkpoint): Promise<void> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...place.env,
    ASSETS: join(root, 'dist/assets'),
    NODE_COMPILE_CACHE: join(program, '../compiled'),
  }
  const child = spawn(process.execPath, [program], {
    env: dieAt === undefined ? env : { ...env, DIE_AT: dieAt },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  server = child
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  await eventually(() => {
    if (!said.includes('is ready')) throw new Error(`Not ready: ${said}`)
  }, 20_000)
}

/** From now on the server counts the pushes that come to its point. */
async function arm(): Promise<void> {
  server?.kill('SIGUSR2')
  // Signals are heard between two turns of its event loop: behind an answer it has heard.
  await new Client(url()).get('/healthz')
  await new Client(url()).get('/healthz')
}

interface State {
  readonly version: number
  readonly known: string | null
  readonly open: number
}

/** What the database says of the branch, how many pushes had their effects, and how many wait for theirs. */
async function state(): Promise<State> {
  const [repo] = await select(place, 'select refs_version from repos')
  const [ref] = await select(place, "select sha from refs where name = 'refs/heads/main'")
  const [journal] = await select(place, 'select count(*) as open from push_journal')
  return {
    version: Number(repo?.['refs_version']),
    known: (ref?.['sha'] as string | undefined) ?? null,
    open: Number(journal?.['open']),
  }
}

it(`loses nothing and does nothing twice in ${kills} kills`, { timeout: 20_000 + kills * 10_000 }, async () => {
  const tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await writeFile(join(tree, 'file'), 'begin')
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'begin')
  const ended = once(server as ChildProcess, 'exit')
  server?.kill('SIGTERM')
  await ended
  await start(points[0])
  await arm()
  for (let kill = 0; kill < kills; kill++) {
    const point = points[kill % points.length] ?? 'push.judged'
    // What was cut off last time, tried again: everything works as if nothing had happened.
    expect(await tryGit(tree, 'push', address(), 'main'), point).toMatchObject({ code: 0 })
    const before = await state()
    expect(before.known).toBe(await head(tree))
    const next = await commit(tree, `${kill} ${point}`)
    const died = once(server as ChildProcess, 'exit')
    const push = await tryGit(tree, 'push', '-q', address(), 'main')
    await died
    expect(push.code, `the push was not cut off at ${point}`).not.toBe(0)
    await start(points[(kill + 1) % points.length])
    // On PostgreSQL another server might be at work on it: until its lease has lapsed, nobody touches it.
    await expect.poll(async () => (await state()).open, { timeout: onPostgres ? 20_000 : 1000 }).toBe(0)
    const shown = (await git(tree, 'ls-remote', address(), 'refs/heads/main')).slice(0, 40)
    const after = await state()
    expect(after.known, point).toBe(shown)
    expect(outcomes[point], point).toContain(shown === next ? 'moved' : 'stayed')
    expect(after.version - before.version, point).toBe(shown === next ? 1 : 0)
    await arm()
    // A push that has nothing left to do does not come to the points: the next server counts its first one here.
    if (shown === next) await git(tree, 'commit', '-q', '--allow-empty', '-m', 'go on')
  }
})

async function commit(tree: string, text: string): Promise<string> {
  await writeFile(join(tree, 'file'), text)
  await git(tree, 'commit', '-qam', text)
  return head(tree)
}

/** As git keeps it, without starting one. */
async function head(tree: string): Promise<string> {
  return (await readFile(join(tree, '.git/refs/heads/main'), 'utf8')).trim()
}
