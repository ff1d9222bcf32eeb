// The far end of a webhook as a process of its own, which can be killed: what it hears is in a file before it answers.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolder } from '../support/git.ts'

export interface Heard {
  readonly event: string
  readonly delivery: string
  readonly attempt: string
  readonly after: string
}

const program = `
  const { createServer } = require('node:http')
  const { appendFileSync } = require('node:fs')
  const [, file, port] = process.argv
  createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { 'x-svc-event': event, 'x-svc-delivery': delivery, 'x-svc-attempt': attempt } = request.headers
    appendFileSync(file, JSON.stringify({ event, delivery, attempt, after: JSON.parse(text).after ?? '' }) + '\\n')
    response.end('thanks')
  }).listen(Number(port), '127.0.0.1', function () { process.send(this.address().port) })
`

export class MortalReceiver {
  readonly #file: string
  #child: ChildProcess | null = null
  #port = 0

  private constructor(file: string) {
    this.#file = file
  }

  static async make(): Promise<MortalReceiver> {
    const receiver = new MortalReceiver(join(await newFolder(), 'heard'))
    await receiver.start()
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    const args = ['-e', program, this.#file, String(this.#port)]
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const [port] = await once(this.#child, 'message')
    this.#port = Number(port)
  }

  async kill(): Promise<void> {
    if (this.#child === null) return
    const died = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await died
  }

  /** All that it heard in all its lives. */
  async heard(): Promise<Heard[]> {
    const lines = (await readFile(this.#file, 'utf8')).trim().split('\n')
    return lines.map((line) => JSON.parse(line) as Heard)
  }
}
