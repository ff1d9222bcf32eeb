import { errors, jwtVerify, SignJWT } from 'jose'
import type { App } from '../../app.ts'
import type { DeployKeyActor, SshKeyActor, TokenActor, Via } from '../../core/actor.ts'
import { minute, second } from '../../core/clock.ts'
import { forbidden, tokenExpired, unauthorized } from '../../core/errors.ts'
import type { RepoRef } from '../../core/repo.ts'
import { atLeast } from '../../core/roles.ts'
import { type OpenRepo, requireRepo } from '../access/require-repo.ts'
import { actorOf, findKeyHolder } from '../ssh-keys/identify-key.ts'

export type Operation = 'download' | 'upload'

/** What an operation asks of whoever wants it. */
export const needs = {
  download: { role: 'Reader', scope: 'repo:read' },
  upload: { role: 'Developer', scope: 'repo:write' },
} as const

/**
 * Nobody pushes where another repository is followed. Its large files do not come by themselves, though: those who say what
 * is followed may bring them.
 */
export function requireOpenTo(operation: Operation, { mirrorOf, role }: OpenRepo): void {
  if (operation === 'download' || mirrorOf === null || atLeast(role, 'Maintainer')) return
  throw forbidden(`This repository follows ${mirrorOf}: only its maintainers bring large files`)
}

export const lfsTokenPrefix = 'svc_lfs_'
const lifetime = 15 * minute
const audience = 'lfs'

/** As `git-lfs-authenticate` prints it. */
export interface LfsAccess {
  readonly href: string
  readonly header: Readonly<Record<string, string>>
  readonly expires_in: number
}

/** Who came by SSH, and with which key. */
export interface SshCaller {
  readonly actor: SshKeyActor | DeployKeyActor
  readonly fingerprint: string
}

/**
 * For whoever came by SSH: a token for LFS over HTTP, for one repository and one operation, for a quarter of an hour. It
 * names their key and proves nothing more: whose it is and what they may do is looked up again each time that it is used.
 */
export async function grantLfsAccess(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys'>,
  { actor, fingerprint }: SshCaller,
  ref: RepoRef,
  operation: Operation,
): Promise<LfsAccess> {
  const repo = await requireRepo(app, actor, ref, needs[operation])
  requireOpenTo(operation, repo)
  const now = app.clock.now()
  const token = await new SignJWT({ repo: repo.id, operation })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(audience)
    .setSubject(fingerprint)
    .setExpirationTime(Math.floor((now + lifetime) / second))
    .sign(app.keys.lfs)
  return {
    href: `${app.config.BASE_URL}/${repo.owner}/${repo.slug}.git/info/lfs`,
    header: { Authorization: `Bearer ${lfsTokenPrefix}${token}` },
    expires_in: lifetime / second,
  }
}

/** Who a token of ours speaks for, and in which repository alone it does. */
export interface LfsHolder {
  readonly actor: TokenActor | DeployKeyActor
  readonly repoId: number
}

export async function identifyLfsToken(
  app: Pick<App, 'clock' | 'config' | 'db' | 'keys'>,
  token: string,
  via: Via,
): Promise<LfsHolder> {
  const { fingerprint, repoId, operation } = await claimsOf(app, token.slice(lfsTokenPrefix.length))
  const holder = await findKeyHolder(app, fingerprint)
  if (holder === null) throw unauthorized('The token is not valid')
  const actor = await actorOf(app, holder, via)
  if (actor.kind === 'deploy-key') {
    return { actor: { ...actor, readOnly: actor.readOnly || operation === 'download' }, repoId }
  }
  const scopes = [needs[operation].scope]
  return { actor: { ...actor, kind: 'token', tokenId: 0, scopes }, repoId }
}

async function claimsOf(
  app: Pick<App, 'clock' | 'keys'>,
  token: string,
): Promise<{ fingerprint: string; repoId: number; operation: Operation }> {
  try {
    const { payload } = await jwtVerify(token, app.keys.lfs, {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(app.clock.now()),
    })
    const { sub, repo, operation } = payload
    const known = operation === 'upload' || operation === 'download'
    if (!known || typeof repo !== 'number' || sub === undefined) throw unauthorized('The token is not valid')
    return { fingerprint: sub, repoId: repo, operation }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw tokenExpired()
    if (error instanceof errors.JOSEError) throw unauthorized('The token is not valid')
    throw error
  }
}
