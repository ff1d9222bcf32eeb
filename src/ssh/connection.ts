import type { Socket } from 'node:net'
import type { AuthContext, ClientInfo, Connection, ServerChannel, Session } from 'ssh2'
import type { App } from '../app.ts'
import { isLoopback, networkOf } from '../core/address.ts'
import { second } from '../core/clock.ts'
import { mostInOneGo } from './channel-streams.ts'
import { harmless } from './describe-threat.ts'
import type { Guard } from './guard.ts'
import type { SshLimits } from './limits.ts'
import { type Line, refuse } from './run-git-command.ts'
import { serveSession } from './serve-session.ts'
import { SignIn } from './sign-in.ts'
import type { Place, WorkLimit } from './work-limit.ts'

/** More than this that came against the agreed window, unread: the client does not play by the rules. */
const mostUnread = 8 * 1024 * 1024

const lastWordsMs = 5 * second

export interface Surroundings {
  readonly app: App
  readonly guard: Guard
  readonly limits: SshLimits
  readonly work: WorkLimit
  /** Distinguishes this connection from all others. */
  readonly id: string
}

/** One client, from the first byte to the last. Nothing that it does or fails to do may outlive its deadlines. */
export class SshConnection {
  readonly ip: string
  readonly network: string
  readonly #around: Surroundings
  readonly #signIn: SignIn
  readonly #socket: Socket
  readonly #timers: NodeJS.Timeout[]
  readonly #channels = new Set<ServerChannel>()
  #connection: Connection | null = null
  #sessions = 0
  #draining = false
  #inOneGo = 0

  constructor(around: Surroundings, socket: Socket, ip: string) {
    this.#around = around
    this.#socket = socket
    this.ip = ip
    this.network = networkOf(ip)
    const { app, guard, id } = around
    const unheard = { username: null, fingerprint: null, clientVersion: null }
    this.#signIn = new SignIn(app, guard, id, { ip, port: socket.remotePort ?? 0, ...unheard })
    const { handshakeMs, loginMs } = around.limits
    const handshake = setTimeout(() => socket.destroy(), handshakeMs)
    const login = setTimeout(() => socket.destroy(), loginMs)
    this.#timers = [handshake, login]
    // Each command that runs listens for the end.
    socket.setMaxListeners(100)
    socket.on('error', () => undefined)
    socket.once('close', () => this.#closed())
  }

  /** Of the key that was proven; null for a stranger. */
  get fingerprint(): string | null {
    return this.#signIn.fingerprint
  }

  /** No command runs on it. */
  get isIdle(): boolean {
    return this.#channels.size === 0
  }

  /** Somebody else needs the room. */
  cutOff(): void {
    this.#socket.destroy()
  }

  /** The client has said what it is. */
  introduce(connection: Connection, { header }: ClientInfo): void {
    this.#connection = connection
    this.#signIn.introduce(header.identRaw)
    // Garbage, a broken handshake, a lost connection: whatever it was, this client is done.
    connection.on('error', () => this.#close())
    connection.once('handshake', () => clearTimeout(this.#timers[0]))
    connection.on('authentication', (context) => void this.#authenticate(context))
    connection.once('ready', () => this.#signedIn())
    connection.on('session', (accept, reject) => {
      if (this.#sessions >= this.#around.limits.sessions || this.#draining) reject()
      else this.#serve(accept())
    })
    this.#socket.on('data', (chunk) => this.#received(chunk.length))
  }

  #received(bytes: number): void {
    for (const channel of this.#channels) if (channel.readableLength > mostUnread) this.#socket.destroy()
    this.#inOneGo += bytes
    if (this.#inOneGo < mostInOneGo) return
    this.#inOneGo = 0
    this.#socket.pause()
    setImmediate(() => this.#socket.resume())
  }

  /** Takes no more commands, and hangs up when the last one is done. */
  drain(): void {
    this.#draining = true
    if (this.fingerprint === null) this.#socket.destroy()
    else if (this.#channels.size === 0) this.#hangUp()
  }

  async #authenticate(context: AuthContext): Promise<void> {
    try {
      if (!this.#signIn.takeAttempt(context, this.#around.limits.attempts)) return this.#hangUp()
      const accepted = await this.#signIn.accepts(context)
      if (this.#socket.destroyed) return
      if (accepted) context.accept()
      else context.reject(['publickey'])
    } catch (error) {
      this.#around.app.log.error({ error: String(error), ip: this.ip }, 'a sign-in over SSH could not be decided')
      this.#signIn.undecided()
      this.#socket.destroy()
    }
  }

  #signedIn(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#signIn.succeeded()
    this.#timers.push(setTimeout(() => this.#hangUpIfIdle(), this.#around.limits.idleMs))
  }

  #serve(session: Session): void {
    const { app, limits } = this.#around
    const { fingerprint } = this
    if (fingerprint === null || this.#connection === null) return
    this.#sessions += 1
    session.once('close', () => (this.#sessions -= 1))
    const { ip } = this
    const line: Line = {
      app,
      connection: this.#connection,
      socket: this.#socket,
      fingerprint,
      via: { door: 'ssh', ip, local: isLoopback(ip), host: null, userAgent: harmless(this.#signIn.clientVersion) },
      silenceMs: { 'receive-pack': limits.silenceMs, 'upload-pack': limits.fetchSilenceMs },
      run: (channel, work) => void this.#run(channel, work),
    }
    serveSession(line, session)
  }

  async #run(channel: ServerChannel, work: (place: Place) => Promise<void>): Promise<void> {
    const { app, limits, work: room } = this.#around
    // The streams around it report what happens to it.
    channel.on('error', () => undefined)
    channel.stderr.on('error', () => undefined)
    const place = this.#draining ? null : room.enter(this.network)
    if (place === null) {
      await refuse(channel, 'The server is busy: try again in a moment')
      return
    }
    this.#channels.add(channel)
    const tooLong = setTimeout(() => this.#socket.destroy(), limits.exchangeMs)
    try {
      await work(place)
    } catch (error) {
      app.log.error({ error: String(error), ip: this.ip }, 'an SSH command failed')
      channel.end()
    } finally {
      clearTimeout(tooLong)
      place.leave()
      this.#channels.delete(channel)
      this.#timers.at(-1)?.refresh()
      if (this.#draining && this.#channels.size === 0) this.#hangUp()
    }
  }

  #hangUpIfIdle(): void {
    if (this.#channels.size === 0) this.#hangUp()
  }

  #hangUp(): void {
    this.#connection?.end()
    this.#close()
  }

  /** What was said goes out first, but nobody waits for a client that does not listen. */
  #close(): void {
    this.#socket.destroySoon()
    setTimeout(() => this.#socket.destroy(), lastWordsMs).unref()
  }

  #closed(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#signIn.ended()
  }
}
