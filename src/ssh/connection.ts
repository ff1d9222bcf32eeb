import type { Socket } from 'node:net'
import type { AuthContext, ClientInfo, Connection, ServerChannel, Session } from 'ssh2'
import type { App } from '../app.ts'
import { isLoopback, networkOf } from '../core/address.ts'
import { authenticate } from './authenticate.ts'
import { mostInOneGo } from './channel-streams.ts'
import { harmless, type Peer } from './describe-threat.ts'
import type { Guard } from './guard.ts'
import type { SshLimits } from './limits.ts'
import type { Line } from './run-git-command.ts'
import { serveSession } from './serve-session.ts'

/** More than this that came against the agreed window, unread: the client does not play by the rules. */
const mostUnread = 8 * 1024 * 1024

export interface Surroundings {
  readonly app: App
  readonly guard: Guard
  readonly limits: SshLimits
  /** Distinguishes this connection from all others. */
  readonly id: string
}

/** One client, from the first byte to the last. Nothing that it does or fails to do may outlive its deadlines. */
export class SshConnection {
  readonly ip: string
  readonly network: string
  /** Null until a key was proven. */
  fingerprint: string | null = null
  readonly #around: Surroundings
  readonly #socket: Socket
  readonly #timers: NodeJS.Timeout[]
  readonly #channels = new Set<ServerChannel>()
  readonly #offered = new Set<string>()
  #connection: Connection | null = null
  #peer: Peer
  #attempts = 0
  #sessions = 0
  #draining = false
  #inOneGo = 0

  constructor(around: Surroundings, socket: Socket, ip: string) {
    this.#around = around
    this.#socket = socket
    this.ip = ip
    this.network = networkOf(ip)
    this.#peer = { ip, port: socket.remotePort ?? 0, username: null, fingerprint: null, clientVersion: null }
    const { handshakeMs, loginMs } = around.limits
    const handshake = setTimeout(() => socket.destroy(), handshakeMs)
    const login = setTimeout(() => socket.destroy(), loginMs)
    this.#timers = [handshake, login]
    around.guard.note('ssh_connection_flood', this.#peer, around.id)
    // Each command that runs listens for the end.
    socket.setMaxListeners(100)
    socket.on('error', () => undefined)
    socket.once('close', () => this.#closed())
  }

  /** The client has said what it is. */
  introduce(connection: Connection, { header }: ClientInfo): void {
    this.#connection = connection
    this.#peer = { ...this.#peer, clientVersion: header.identRaw }
    // Garbage, a broken handshake, a lost connection: whatever it was, this client is done.
    connection.on('error', () => this.#socket.destroySoon())
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
    this.#peer = { ...this.#peer, username: context.username }
    const { app, guard, limits } = this.#around
    try {
      if (context.method !== 'none' && ++this.#attempts > limits.attempts) return this.#hangUp()
      const outcome = await authenticate(app, context)
      if (this.#socket.destroyed) return
      if (outcome.fingerprint !== null) this.#peer = { ...this.#peer, fingerprint: outcome.fingerprint }
      if (outcome.kind === 'proven') this.fingerprint = outcome.fingerprint
      if (outcome.kind === 'proven' || outcome.kind === 'known') return context.accept()
      if (outcome.kind === 'unknown-user') guard.note('ssh_user_enumeration', this.#peer, context.username)
      if (outcome.kind === 'unknown-key') this.#offered.add(outcome.fingerprint)
      if (outcome.kind === 'forged') guard.note('ssh_brute_force', this.#peer, `${this.#around.id} ${this.#attempts}`)
      context.reject(['publickey'])
    } catch (error) {
      app.log.error({ error: String(error), ip: this.ip }, 'a sign-in over SSH could not be decided')
      this.#socket.destroy()
    }
  }

  #signedIn(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#offered.clear()
    this.#around.guard.forgive('ssh_connection_flood', this.ip, this.#around.id)
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
      via: { door: 'ssh', ip, local: isLoopback(ip), userAgent: harmless(this.#peer.clientVersion) },
      silenceMs: limits.silenceMs,
      draining: () => this.#draining,
      run: (channel, _session, work) => void this.#run(channel, work),
    }
    serveSession(line, session)
  }

  async #run(channel: ServerChannel, work: () => Promise<void>): Promise<void> {
    const { app, limits } = this.#around
    this.#channels.add(channel)
    const tooLong = setTimeout(() => this.#socket.destroy(), limits.exchangeMs)
    // The streams around it report what happens to it.
    channel.on('error', () => undefined)
    channel.stderr.on('error', () => undefined)
    try {
      await work()
    } catch (error) {
      app.log.error({ error: String(error), ip: this.ip }, 'an SSH command failed')
      channel.end()
    } finally {
      clearTimeout(tooLong)
      this.#channels.delete(channel)
      this.#timers.at(-1)?.refresh()
      if (this.#draining && this.#channels.size === 0) this.#hangUp()
    }
  }

  #hangUpIfIdle(): void {
    if (this.#channels.size === 0) this.#hangUp()
  }

  /** Says goodbye, and does not wait for an answer. */
  #hangUp(): void {
    this.#connection?.end()
    this.#socket.destroySoon()
  }

  #closed(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    const { guard, id } = this.#around
    if (this.fingerprint !== null) return
    for (const fingerprint of this.#offered) guard.note('ssh_key_scan', { ...this.#peer, fingerprint }, fingerprint)
    if (this.#offered.size > 0) guard.note('ssh_brute_force', this.#peer, id)
  }
}
