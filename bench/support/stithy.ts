// Stithy as people start it, on SQLite and a folder of its own.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type ServerProcess, startServer } from './process.ts'

const program = join(import.meta.dirname, '../../bin/stithy')
const password = 'a long enough phrase 7'

export interface Site {
  readonly folder: string
  readonly sshPort: number
  readonly start: () => Promise<ServerProcess>
  /** While it does not run: puts a bare repository where an empty one is, as a restored copy would lie there. */
  put(bare: string): void
  remove(): void
}

/** Data that exists already: every start on it is one of a service that has been in use. */
export async function newSite(more: Readonly<Record<string, string>> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'stithy-bench-'))
  const port = await freePort()
  const sshPort = await freePort()
  const site: Site = {
    folder,
    sshPort,
    start: () =>
      startServer({
        program,
        args: ['serve'],
        env: {
          HOST: '127.0.0.1',
          PORT: String(port),
          SSH_PORT: String(sshPort),
          DATA_DIR: join(folder, 'data'),
          RATE_LIMIT_ENABLED: 'false',
          ...profiling(),
          ...more,
        },
        port,
        path: '/healthz',
        logFile: join(folder, 'stithy.log'),
      }),
    put: (bare) => {
      const owner = join(folder, 'data/repositories/ada')
      const [there = ''] = readdirSync(owner)
      for (const part of ['objects', 'packed-refs', 'HEAD']) {
        cpSync(join(bare, part), join(owner, there, part), { recursive: true, force: true })
      }
      // As after the upkeep that follows a large push.
      writeFileSync(join(owner, there, 'upkeep'), '')
      execFileSync(program, ['doctor'], { env: { ...process.env, DATA_DIR: join(folder, 'data') }, stdio: 'ignore' })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  const first = await site.start()
  await call(first, 'auth/register', { username: 'ada', email: 'ada@example.org', password })
  await first.stop()
  return site
}

/** `PROFILE_TO=FOLDER script/bench …` leaves a profile of the processor's time for each process that served. */
function profiling(): Readonly<Record<string, string>> {
  const folder = process.env['PROFILE_TO']
  return folder === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }
}

/** A personal access token of somebody. */
export async function newToken(server: ServerProcess, scopes: readonly string[] = ['repo:read']): Promise<string> {
  const body = { name: 'bench', scopes }
  const { token } = await call(server, 'user/tokens', body, await signIn(server))
  if (token === undefined) throw new Error('No token was made')
  return token
}

export async function addSshKey(server: ServerProcess, key: string): Promise<void> {
  await call(server, 'user/keys', { key }, await signIn(server))
}

export async function newRepo(server: ServerProcess, slug: string, more: object = {}): Promise<void> {
  await call(server, 'user/repos', { slug, ...more }, await signIn(server))
}

async function signIn(server: ServerProcess): Promise<string> {
  const { access_token: access } = await call(server, 'auth/login', { username: 'ada', password })
  if (access === undefined) throw new Error('Nobody was signed in')
  return access
}

/** What a browser sends that somebody has signed in with. */
export async function newCookie(server: ServerProcess): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password }),
  })
  const [cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0])
  if (cookie === '') throw new Error('Nobody was signed in')
  return cookie
}

/** To the API, as whoever the token is of. */
export async function post(server: ServerProcess, path: string, body: object, token: string): Promise<void> {
  await call(server, path, body, token)
}

async function call(
  server: ServerProcess,
  path: string,
  body: object,
  bearer?: string,
): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as Record<string, string>
}
