// A server that ends itself like kill -9 at a named point, and is started again on the same data.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Checkpoint } from '../../src/core/checkpoint.ts'
import { briefly, newPlace, type Place } from '../process/stithy-process.ts'
import { Client } from '../support/client.ts'
import { emailOf, newToken, password } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'

const root = join(import.meta.dirname, '../..')

const commonJs = `import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)
const __filename = import.meta.filename
const __dirname = import.meta.dirname`

/** A server that dies after two pushes answers nothing else: what writes its answers is made when it is needed. */
const quickStart: Plugin = {
  name: 'quick-start',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^fast-json-stringify$/ }, ({ importer }) =>
      importer.startsWith(join(root, 'src/'))
        ? { path: join(root, 'test/support/quick-json-stringify.ts') }
        : undefined,
    )
  },
}

async function buildMortal(): Promise<string> {
  const folder = await mkdtemp(join(root, 'node_modules/.mortal-'))
  // The thread that reads lock files lies beside it, as in the build.
  await bundle('test/faults/mortal-server.ts', join(folder, 'mortal.mjs'))
  await bundle('src/sbom/worker.ts', join(folder, 'sbom/worker.js'))
  return join(folder, 'mortal.mjs')
}

async function bundle(from: string, to: string): Promise<void> {
  await build({
    entryPoints: [join(root, from)],
    outfile: to,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3', '@node-rs/argon2', 'pg-native', 'cpu-features', 'xmlbuilder2'],
    loader: { '.node': 'empty' },
    banner: { js: commonJs },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
    plugins: [quickStart],
  })
}

export class Mortal {
  readonly place: Place
  readonly #program: string
  #child: ChildProcess | null = null

  private constructor(program: string, place: Place) {
    this.#program = program
    this.place = place
  }

  static async make(env: Readonly<Record<string, string>> = {}): Promise<Mortal> {
    return new Mortal(await buildMortal(), await newPlace({ SSH_ENABLED: 'false', ...env }))
  }

  get url(): string {
    return `http://127.0.0.1:${this.place.port}`
  }

  /** It dies when something comes to the point for the `dieOn`th time after it was armed, or `'now'` after its start. */
  async start(dieAt?: Checkpoint, dieOn: number | 'now' = 2): Promise<void> {
    const env = { PATH: process.env['PATH'] ?? '', ...this.place.env, ASSETS: join(root, 'dist/assets') }
    // What one that ended in peace has compiled, all others start from.
    const compiled = { NODE_COMPILE_CACHE: join(this.#program, '../compiled') }
    const child = spawn(process.execPath, [...briefly, this.#program], {
      env:
        dieAt === undefined ? { ...env, ...compiled } : { ...env, ...compiled, DIE_AT: dieAt, DIE_ON: String(dieOn) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    await eventually(() => {
      if (!said.includes('is ready')) throw new Error(`Not ready: ${said}`)
    })
  }

  /** From now on the server counts what comes to its point. */
  async arm(): Promise<void> {
    this.#child?.kill('SIGUSR2')
    // Signals are heard between two turns of its event loop: behind an answer it has heard.
    await new Client(this.url).get('/healthz')
    await new Client(this.url).get('/healthz')
  }

  /** To be asked for before what makes it die. */
  died(): Promise<unknown> {
    return this.#child === null ? Promise.resolve() : once(this.#child, 'exit')
  }

  /** In peace, and so that the next ones start faster. */
  async rest(): Promise<void> {
    const ended = this.died()
    this.#child?.kill('SIGTERM')
    await ended
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  /** A person of this name, signed in, with a token for scripts. */
  async newPerson(username: string): Promise<{ readonly client: Client; readonly token: string }> {
    const client = new Client(this.url)
    await client.post('auth/register', { username, email: emailOf(username), password })
    const login = await client.post('auth/login', { username, password })
    const signedIn = client.as(String(login.body.access_token))
    return { client: signedIn, token: await newToken(signedIn, ['repo:write', 'pulls:write']) }
  }

  async end(): Promise<void> {
    this.kill()
    await rm(join(this.#program, '..'), { recursive: true, force: true })
  }
}
