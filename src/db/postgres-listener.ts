import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../core/log.ts'
import { type Channels, channelNames } from './channels.ts'
import { patience } from './postgres-patience.ts'

const reconnectMs = 1000
/** Nobody speaks on this connection but the server, so only a question shows whether it would still be heard. */
const askEveryMs = 10_000
const answerMs = 5000

/** One connection that hears what other processes notify. A broken one is replaced; listeners then look for themselves. */
export class PostgresListener {
  readonly #url: string
  readonly #channels: Channels
  readonly #log: Log
  #client: pg.Client | null = null
  #started = false
  #timer: NodeJS.Timeout | undefined
  #asking: NodeJS.Timeout | undefined

  constructor(url: string, channels: Channels, log: Log) {
    this.#url = url
    this.#channels = channels
    this.#log = log
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    void this.#connect()
  }

  async stop(): Promise<void> {
    this.#started = false
    clearTimeout(this.#timer)
    clearInterval(this.#asking)
    // A server that does not answer does not say goodbye either.
    const ended = this.#client?.end().catch(() => undefined)
    const over = new AbortController()
    await Promise.race([ended, sleep(answerMs, undefined, { signal: over.signal })])
    over.abort()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'stithy listener',
      ...patience,
      query_timeout: answerMs,
    })
    client.on('error', (error) => this.#again(client, error))
    client.on('end', () => this.#again(client, new Error('the connection ended')))
    client.on('notification', (message) => {
      const channel = channelNames.find((name) => message.channel === `stithy_${name}`)
      if (channel !== undefined) this.#channels.tell(channel, message.payload ?? '')
    })
    this.#client = client
    try {
      await client.connect()
      for (const name of channelNames) await client.query(`listen stithy_${name}`)
      // Whatever was notified while nobody listened.
      this.#channels.tellAll()
      if (this.#started && this.#client === client) this.#asking = setInterval(() => void this.#ask(client), askEveryMs)
    } catch (error) {
      this.#again(client, error)
    }
  }

  async #ask(client: pg.Client): Promise<void> {
    try {
      await client.query('select 1')
    } catch (error) {
      this.#again(client, error)
    }
  }

  #again(client: pg.Client, error: unknown): void {
    if (!this.#started || this.#client !== client) return
    this.#client = null
    clearInterval(this.#asking)
    this.#log.warn({ error: String(error) }, 'the listening database connection broke')
    client.removeAllListeners()
    client.on('error', () => undefined)
    void client.end().catch(() => undefined)
    this.#timer = setTimeout(() => void this.#connect(), reconnectMs)
  }
}
