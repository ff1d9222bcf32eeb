import type { LogFields } from '../core/log.ts'

export type Threat = 'ssh_brute_force' | 'ssh_user_enumeration' | 'ssh_key_scan' | 'ssh_connection_flood'
export type Action = 'log' | 'throttle' | 'ban'

/** Who is at the other end, as far as they have said so. */
export interface Peer {
  readonly ip: string
  readonly port: number
  readonly username: string | null
  readonly fingerprint: string | null
  readonly clientVersion: string | null
}

export interface Occurrence {
  readonly at: number
  readonly count: number
  readonly windowS: number
  readonly action: Action
  readonly banS: number
}

const longest = 255

/** The fields that tools outside rely on: these and no others. */
export function describeThreat(threat: Threat, peer: Peer, occurrence: Occurrence): LogFields {
  return {
    event: threat,
    ts: new Date(occurrence.at).toISOString(),
    src_ip: peer.ip,
    src_port: peer.port,
    username: harmless(peer.username),
    fingerprint: peer.fingerprint,
    count: occurrence.count,
    window_s: occurrence.windowS,
    action: occurrence.action,
    ban_s: occurrence.banS,
    client_version: harmless(peer.clientVersion),
  }
}

/** What a stranger says of themselves must stay one line in whatever reads the log, with nothing to steer a terminal. */
export function harmless(text: string | null): string | null {
  return text === null ? null : text.slice(0, longest).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\uFFFD')
}
