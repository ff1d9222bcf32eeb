import type { AuthContext } from 'ssh2'
import type { App } from '../app.ts'
import { authenticate } from './authenticate.ts'
import type { Peer } from './describe-threat.ts'
import type { Guard } from './guard.ts'
import { fingerprintOf } from './host-key.ts'

/** How one connection comes to be somebody's, or does not; the guard hears of what it tried. */
export class SignIn {
  /** Of the key that was proven; null until then. */
  fingerprint: string | null = null
  readonly #app: App
  readonly #guard: Guard
  /** Distinguishes the connection from all others. */
  readonly #id: string
  readonly #offered = new Set<string>()
  #peer: Peer
  #attempts = 0
  /** Of the key that the client has just heard it may prove. */
  #known: string | null = null

  constructor(app: App, guard: Guard, id: string, peer: Peer) {
    this.#app = app
    this.#guard = guard
    this.#id = id
    this.#peer = peer
    guard.note('ssh_connection_flood', peer, id)
  }

  get clientVersion(): string | null {
    return this.#peer.clientVersion
  }

  introduce(clientVersion: string): void {
    this.#peer = { ...this.#peer, clientVersion }
  }

  /** Whether the client may go on; false after more tries than allowed. */
  takeAttempt(context: AuthContext, most: number): boolean {
    // A key counts once: it is offered first, and proven when it would do.
    if (context.method !== 'none' && !this.#isProofOfKnown(context)) this.#attempts += 1
    this.#known = null
    return this.#attempts <= most
  }

  async accepts(context: AuthContext): Promise<boolean> {
    this.#peer = { ...this.#peer, username: context.username }
    const outcome = await authenticate(this.#app, context)
    if (outcome.fingerprint !== null) this.#peer = { ...this.#peer, fingerprint: outcome.fingerprint }
    switch (outcome.kind) {
      case 'proven':
        this.fingerprint = outcome.fingerprint
        return true
      case 'known':
        this.#known = outcome.fingerprint
        return true
      case 'unknown-user':
        this.#guard.note('ssh_user_enumeration', this.#peer, context.username)
        return false
      case 'unknown-key':
        // Told when the connection ends without success: an agent offers its keys in turn until one fits.
        this.#offered.add(outcome.fingerprint)
        return false
      case 'forged':
        this.#guard.note('ssh_brute_force', this.#peer, `${this.#id} ${this.#attempts}`)
        return false
      case 'asking':
        return false
    }
  }

  #isProofOfKnown(context: AuthContext): boolean {
    if (context.method !== 'publickey' || context.signature === undefined) return false
    return fingerprintOf(context.key.data) === this.#known
  }

  succeeded(): void {
    this.#offered.clear()
    this.#guard.forgive('ssh_connection_flood', this.#peer.ip, this.#id)
  }

  /** It was not for them that it failed. Whoever tries again and again meanwhile is no flood, and let in afterwards. */
  undecided(): void {
    this.#guard.forgive('ssh_connection_flood', this.#peer.ip, this.#id)
  }

  ended(): void {
    if (this.fingerprint !== null || this.#offered.size === 0) return
    for (const fingerprint of this.#offered) {
      this.#guard.note('ssh_key_scan', { ...this.#peer, fingerprint }, fingerprint)
    }
    this.#guard.note('ssh_brute_force', this.#peer, this.#id)
  }
}
