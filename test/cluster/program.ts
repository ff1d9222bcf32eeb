// A program of the cluster: started, killed and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const stithy = join(import.meta.dirname, '../../dist/main.js')
const startMs = 60_000
const running = new Set<ChildProcess>()

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export class Program {
  readonly name: string
  readonly #command: readonly string[]
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | null = null
  #said = ''

  constructor(name: string, command: readonly string[], env: Readonly<Record<string, string>>) {
    this.name = name
    this.#command = command
    this.#env = env
  }

  static stithy(name: string, words: readonly string[], env: Readonly<Record<string, string>>): Program {
    return new Program(name, [process.execPath, stithy, ...words], env)
  }

  get said(): string {
    return this.#said
  }

  start(): void {
    const [file = '', ...args] = this.#command
    const env = { PATH: process.env['PATH'] ?? '', ...this.#env }
    // A group of its own: Ctrl-C comes to us alone, and we end them in order.
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    this.#said = ''
    const keep = (text: string): void => {
      this.#said = (this.#said + text).slice(-10_000)
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.once('exit', () => running.delete(child))
    running.add(child)
    this.#child = child
  }

  /** Says on standard error that it is ready. */
  async ready(): Promise<void> {
    for (const until = Date.now() + startMs; Date.now() < until; await sleep(50)) {
      if (this.#said.includes(' is ready')) return
      if (this.#child?.exitCode !== null) break
    }
    throw new Error(`${this.name} did not start:\n${this.#said}`)
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  /** Runs to its end, which has to be a good one. */
  async run(): Promise<string> {
    this.start()
    const child = this.#child
    if (child === null) return ''
    await once(child, 'close')
    if (child.exitCode !== 0) throw new Error(`${this.name} ended with ${child.exitCode}:\n${this.#said}`)
    return this.#said
  }
}
