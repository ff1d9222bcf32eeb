import pg from 'pg'
import type { Log } from '../core/log.ts'
import { type Channels, channelNames } from './channels.ts'
import { patience } from './postgres-patience.ts'

const reconnectMs = 1000

/** One connection that hears what other processes notify. A broken one is replaced; listeners then look for themselves. */
export class PostgresListener {
  readonly #url: string
  readonly #channels: Channels
  readonly #log: Log
  #client: pg.Client | null = null
  #started = false
  #timer: NodeJS.Timeout | undefined

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
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'stithy listener', ...patience })
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
    } catch (error) {
      this.#again(client, error)
    }
  }

  #again(client: pg.Client, error: unknown): void {
    if (!this.#started || this.#client !== client) return
    this.#client = null
    this.#log.warn({ error: String(error) }, 'the listening database connection broke')
    client.removeAllListeners()
    client.on('error', () => undefined)
    void client.end().catch(() => undefined)
    this.#timer = setTimeout(() => void this.#connect(), reconnectMs)
  }
}
