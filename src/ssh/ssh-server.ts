import crypto from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import ssh2 from 'ssh2'
import type { App } from '../app.ts'
import { contains, networkOf } from '../core/address.ts'
import { second } from '../core/clock.ts'
import { followSentences, shareSentence } from '../features/access/network-sentences.ts'
import { version } from '../version.ts'
import { SshConnection } from './connection.ts'
import { Guard } from './guard.ts'
import { loadHostKey } from './host-key.ts'
import type { SshLimits } from './limits.ts'
import { readProxyHeader } from './read-proxy-header.ts'
import { WorkLimit } from './work-limit.ts'

/**
 * First where both sides have it: what somebody records today is not for a later machine to break that breaks the others.
 * The types do not know what we have added to the library (script/patches).
 */
const postQuantum: string = 'mlkem768x25519-sha256'
const firstKex = 'encapsulate' in crypto ? [postQuantum as ssh2.KexAlgorithm] : []

/**
 * What we offer to agree on: no SHA-1, no CBC, and no compression, which is a bomb before sign-in and work for the event
 * loop after it (packs are compressed already).
 */
const algorithms: NonNullable<ssh2.ServerConfig['algorithms']> = {
  kex: [
    ...firstKex,
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group14-sha256',
  ],
  serverHostKey: ['ssh-ed25519'],
  cipher: [
    'aes128-gcm@openssh.com',
    'aes256-gcm@openssh.com',
    'chacha20-poly1305@openssh.com',
    'aes256-ctr',
    'aes128-ctr',
  ],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
}

/** Whoever is slowed down waits so long before we speak, and may have this many connections. */
const slowMs = second
const connectionsWhenSlow = 10
const keepaliveMs = 15 * second
/** How long a proxy may take to say whose connection it is. */
const proxyMs = 500

/** Git over SSH: the door. */
export class SshServer {
  readonly hostKeyFingerprint: string
  readonly #app: App
  readonly #limits: SshLimits
  readonly #guard: Guard
  readonly #work: WorkLimit
  readonly #ssh: ssh2.Server
  readonly #listener: Server
  /** By the address and port of the far end. */
  readonly #open = new Map<string, SshConnection>()
  #accepted = 0
  #deaf: () => void = () => undefined

  constructor(app: App, limits: SshLimits) {
    const { fingerprint, privateKey } = loadHostKey(app.config.DATA_DIR)
    this.hostKeyFingerprint = fingerprint
    this.#app = app
    this.#limits = limits
    const acts = limits.guard.acts && app.config.RATE_LIMIT_ENABLED
    const shared = acts && app.db.dialect === 'postgres'
    const { clock, log } = app
    this.#guard = shared
      ? new Guard({ clock, log, share: (sentence) => void shareSentence(app, sentence) }, { ...limits.guard, acts })
      : new Guard(app, { ...limits.guard, acts })
    if (shared) this.#deaf = followSentences(app, (sentence) => this.#guard.hold(sentence))
    this.#work = new WorkLimit(limits.commands, limits.commandsPerNetwork, limits.idleCommandMs)
    const ident = `Stithy_${version}`
    this.#ssh = new ssh2.Server({ hostKeys: [privateKey], algorithms, ident, keepaliveInterval: keepaliveMs })
    this.#ssh.on('connection', (client, info) => this.#introduce(client, info))
    // The library's own server never listens: connections come through ours, which looks at them first.
    this.#listener = createServer({ noDelay: true }, (socket) => void this.#acceptOf(socket))
  }

  /** The port that was asked for, or the one that the system chose. */
  get port(): number {
    const address = this.#listener.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  }

  async listen(host: string, port: number): Promise<void> {
    this.#listener.listen(port, host)
    await once(this.#listener, 'listening')
    this.#listener.on('error', (error) =>
      this.#app.log.error({ error: String(error) }, 'SSH could not take a connection'),
    )
  }

  /** Takes nothing new, and waits for the commands that run. */
  async close(): Promise<void> {
    if (!this.#listener.listening) return
    this.#deaf()
    const closed = once(this.#listener, 'close')
    this.#listener.close()
    for (const connection of this.#open.values()) connection.drain()
    await closed
  }

  /** Behind a proxy everybody would have one address, and one scanner would have all of them shut out. */
  async #acceptOf(socket: Socket): Promise<void> {
    const ip = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '')
    const isProxy = ip !== undefined && this.#app.config.TRUSTED_PROXIES.some((cidr) => contains(cidr, ip))
    if (!isProxy) return this.#accept(socket, ip)
    socket.on('error', () => undefined)
    this.#accept(socket, (await readProxyHeader(socket, proxyMs)) ?? ip)
  }

  #accept(socket: Socket, ip: string | undefined): void {
    if (socket.destroyed) return
    const verdict = ip === undefined ? 'shut' : this.#guard.verdict(ip)
    if (ip === undefined || verdict === 'shut') {
      socket.destroy()
      return
    }
    const id = String((this.#accepted += 1))
    const around = { app: this.#app, guard: this.#guard, limits: this.#limits, work: this.#work, id }
    const isRoom = this.#isRoomFor(ip, verdict === 'slow')
    const connection = new SshConnection(around, socket, ip)
    if (!isRoom || !this.#makeRoom(connection.network)) {
      socket.destroy()
      return
    }
    const key = `${socket.remoteAddress} ${socket.remotePort}`
    this.#open.set(key, connection)
    socket.once('close', () => this.#open.delete(key))
    if (verdict === 'slow') setTimeout(() => this.#begin(socket), slowMs)
    else this.#begin(socket)
  }

  #begin(socket: Socket): void {
    if (!socket.destroyed) this.#ssh.injectSocket(socket)
  }

  #introduce(client: ssh2.Connection, info: ssh2.ClientInfo): void {
    const connection = this.#open.get(`${info.ip} ${info.port}`)
    if (connection !== undefined) connection.introduce(client, info)
    // Gone in the meantime; an error that nobody listens to would end us all.
    else client.on('error', () => undefined).end()
  }

  #isRoomFor(ip: string, slow: boolean): boolean {
    const { connectionsPerNetwork, strangersPerNetwork } = this.#limits
    const network = networkOf(ip)
    const near = [...this.#open.values()].filter((one) => one.network === network)
    return (
      near.filter((one) => one.fingerprint === null).length < strangersPerNetwork &&
      near.length < (slow ? connectionsWhenSlow : connectionsPerNetwork)
    )
  }

  /** Where all places are taken, the network that has most of those who do nothing yet gives one of them up. */
  #makeRoom(network: string): boolean {
    const { connections, strangers } = this.#limits
    const all = [...this.#open.values()]
    const unknown = all.filter((one) => one.fingerprint === null)
    if (unknown.length >= strangers && !hangUpOldest(unknown, network)) return false
    const idle = all.filter((one) => one.isIdle)
    return all.length < connections || hangUpOldest(idle, network)
  }
}

/** Of the network that has most of these, and more than the one that somebody comes from. */
function hangUpOldest(list: readonly SshConnection[], network: string): boolean {
  const groups = Map.groupBy(list, (one) => one.network)
  const near = groups.get(network)?.length ?? 0
  const [most = []] = [...groups.values()].toSorted((one, other) => other.length - one.length)
  if (most.length <= near + 1) return false
  most[0]?.cutOff()
  return true
}
