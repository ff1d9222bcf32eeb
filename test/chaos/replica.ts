// One process of the service, which breaks itself where it is told to.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const patienceMs = 60_000

export class Replica {
  readonly port: number
  readonly sshPort: number
  readonly #env: Readonly<Record<string, string>>
  readonly #orders: string
  #child: ChildProcess | null = null
  #said = ''

  constructor(env: Readonly<Record<string, string>>, ports: { http: number; ssh: number }, orders: string) {
    this.port = ports.http
    this.sshPort = ports.ssh
    this.#env = { ...env, PORT: String(ports.http), SSH_PORT: String(ports.ssh), STITHY_FAILPOINTS: `@${orders}` }
    this.#orders = orders
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isAlive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** What it has said since it was started. */
  get said(): string {
    return this.#said
  }

  /** False when it died on the way, as it was told to. */
  async start(faults: string): Promise<boolean> {
    writeFileSync(this.#orders, faults)
    this.#said = ''
    const child = spawn(process.execPath, [join(root, 'dist/main.js'), 'serve'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: join(root, 'dist/.compiled'),
        LOG_LEVEL: 'warn',
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const end = (): void => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    const keep = (text: string): void => {
      this.#said = `${this.#said}${text}`.slice(-200_000)
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    const until = performance.now() + patienceMs
    while (!this.#said.includes('Stithy is ready')) {
      if (child.exitCode !== null) throw new Error(`The server did not start:\n${this.#said}`)
      if (child.signalCode !== null) return false
      if (performance.now() > until) throw new Error(`The server is not ready:\n${this.#said}`)
      await sleep(10)
    }
    return true
  }

  /** From now on it breaks there. */
  arm(faults: string): void {
    writeFileSync(this.#orders, faults)
    this.#child?.kill('SIGUSR2')
  }

  /** It breaks no more. False when what it was told before has struck until it heard of that. */
  async disarm(): Promise<boolean> {
    this.arm('')
    try {
      // The signal comes before the second of them, however the first one overtook it.
      for (let count = 0; count < 2; count++) await (await fetch(`${this.url}/healthz`)).arrayBuffer()
      return true
    } catch {
      await this.died()
      return false
    }
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === null || !this.isAlive) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  died(): Promise<unknown> {
    return this.#child === null || !this.isAlive ? Promise.resolve() : once(this.#child, 'exit')
  }
}
