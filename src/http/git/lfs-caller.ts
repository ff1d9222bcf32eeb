import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Actor, KnownActor } from '../../core/actor.ts'
import { forbidden, notFound, unauthorized } from '../../core/errors.ts'
import type { OpenRepo } from '../../features/access/require-repo.ts'
import {
  identifyLfsToken,
  lfsTokenPrefix,
  needs,
  type Operation,
  requireOpenTo,
} from '../../features/lfs/lfs-access.ts'
import { viaOf } from '../via.ts'
import { identifyGit } from './identify-git.ts'
import { openForGit } from './open-for-git.ts'

export interface LfsCall {
  readonly actor: Actor
  readonly repo: OpenRepo
  /** What the client has to send with the transfers; nothing where its own credentials do. */
  readonly header: Readonly<Record<string, string>> | undefined
}

/** Who asks, in which repository: by the credentials of git, or by a token that SSH gave. */
export async function openForLfs(app: App, request: FastifyRequest, operation: Operation): Promise<LfsCall> {
  const params = request.params as { owner: string; repo: string }
  const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given === undefined || !given.startsWith(lfsTokenPrefix)) {
    const actor = await identifyGit(app, request)
    const repo = await openForGit(app, actor, params, needs[operation])
    requireOpenTo(operation, repo)
    return { actor, repo, header: undefined }
  }
  const { actor, repoId } = await identifyLfsToken(app, given, viaOf(request, 'api'))
  const repo = await openForGit(app, actor, params, needs[operation])
  // Made for one repository: every other is as if it were not there.
  if (repo.id !== repoId) throw notFound('REPO')
  requireOpenTo(operation, repo)
  return { actor, repo, header: { Authorization: `Bearer ${given}` } }
}

export function requireKnown(actor: Actor): KnownActor {
  if (actor.kind === 'session' || actor.kind === 'token') return actor
  if (actor.kind === 'deploy-key') throw forbidden('A deploy key is nobody, and has no locks')
  throw unauthorized()
}
