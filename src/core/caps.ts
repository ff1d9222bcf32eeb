import { conflict } from './errors.ts'

interface Cap {
  readonly most: number
  readonly place: string
}

/**
 * How many of a kind one place may have. Far more than anybody needs, and few enough that whoever else has to look at all of
 * them (a push, a page with choices, a client that asks for the next page) does not wait for what somebody piled up.
 */
export const caps = {
  'access tokens': { most: 500, place: 'An account' },
  'SSH keys': { most: 200, place: 'An account' },
  passkeys: { most: 20, place: 'An account' },
  teams: { most: 200, place: 'An account' },
  mirrors: { most: 500, place: 'An account or a team' },
  'former names': { most: 50, place: 'A team' },
  'deploy keys': { most: 200, place: 'A repository' },
  labels: { most: 1000, place: 'A repository' },
  milestones: { most: 1000, place: 'A repository' },
  'branch protections': { most: 100, place: 'A repository' },
  'tag protections': { most: 100, place: 'A repository' },
  'locks of one person': { most: 1000, place: 'A repository' },
  locks: { most: 5000, place: 'A repository' },
  webhooks: { most: 50, place: 'A repository, a team or the service' },
  variables: { most: 200, place: 'A repository or a team' },
} as const satisfies Readonly<Record<string, Cap>>

export type Capped = keyof typeof caps

/** Why there can be no more where there are so many; null while there can. */
export function whyNoMore(kind: Capped, count: number): string | null {
  const { most, place } = caps[kind]
  return count < most ? null : `${place} can have at most ${most} ${kind}`
}

export function requirePlaceFor(kind: Capped, count: number): void {
  const why = whyNoMore(kind, count)
  if (why !== null) throw conflict(why)
}
