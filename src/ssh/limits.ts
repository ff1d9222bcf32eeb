import { hour, minute, second } from '../core/clock.ts'
import { defaultGuard, type GuardOptions } from './guard.ts'

/** What a client may take of us. The numbers are roomy for people and build machines, and finite for everybody. */
export interface SshLimits {
  /** From the connection to agreed keys. */
  readonly handshakeMs: number
  /** From the connection to a proven key. */
  readonly loginMs: number
  /** Keys and other proofs that one connection may offer: agents hold many keys and offer them in turn. */
  readonly attempts: number
  /** How long a connection may stay on which no command runs. */
  readonly idleMs: number
  /** How long a command may neither read nor write: a client packs a large push in silence. */
  readonly silenceMs: number
  /** The same for a fetch, whose client knows what it wants and hears of git every few seconds. */
  readonly fetchSilenceMs: number
  /** How long a command may take, however busy it looks. */
  readonly exchangeMs: number
  readonly connections: number
  /** Connections that have not proven a key yet, from everywhere. */
  readonly strangers: number
  readonly strangersPerNetwork: number
  readonly connectionsPerNetwork: number
  /** Commands at once: on one connection, from one network, and in all. */
  readonly sessions: number
  readonly commandsPerNetwork: number
  readonly commands: number
  /** Of those from where most come, who waits for their client for so long makes room where there is none. */
  readonly idleCommandMs: number
  readonly guard: GuardOptions
}

export const defaultLimits: SshLimits = {
  handshakeMs: 15 * second,
  loginMs: 45 * second,
  attempts: 12,
  idleMs: minute,
  silenceMs: 30 * minute,
  fetchSilenceMs: 5 * minute,
  exchangeMs: 6 * hour,
  connections: 1000,
  strangers: 256,
  strangersPerNetwork: 64,
  connectionsPerNetwork: 200,
  sessions: 10,
  commandsPerNetwork: 100,
  commands: 300,
  idleCommandMs: 20 * second,
  guard: defaultGuard,
}
