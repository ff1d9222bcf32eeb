import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { requireRepo } from '../../features/access/require-repo.ts'
import { requireTeam } from '../../features/access/require-team.ts'
import type { Route } from './route.ts'

interface Caller {
  readonly actor: Actor
  readonly params: unknown
}

/**
 * What is wrong with a call is told to those who may make it: to everybody else the place is hidden or shut, as it would
 * be if nothing were wrong. Verbs ask at the gate themselves, but see only what could be read.
 */
export async function requireEntry(
  app: Pick<App, 'db'>,
  route: Route,
  { error, ...caller }: Caller & { readonly error: unknown },
): Promise<void> {
  const tells = error instanceof Fault && (error.kind === 'invalid' || error.kind === 'not-found')
  if (tells) await askGate(app, route, caller)
}

/** Lets those pass who may call the route at this place. A verb knows more, and has the last word. */
export async function askGate(
  app: Pick<App, 'db'>,
  { path, role, scope }: Route,
  { actor, params }: Caller,
): Promise<void> {
  if (role === undefined) return
  if (path.startsWith('/repos/{owner}/{repo}')) {
    const [owner, repo] = [textOf(params, 'owner'), textOf(params, 'repo')]
    if (owner === null || repo === null) return
    const need = scope ?? (actor.kind === 'token' ? actor.scopes[0] : undefined) ?? 'repo:read'
    await requireRepo(app, actor, { owner, repo }, { role, scope: need, evenArchived: true })
  } else if (path.startsWith('/teams/{slug}')) {
    const slug = textOf(params, 'slug')
    if (slug !== null) await requireTeam(app, actor, slug, role === 'Reader' ? 'look' : role)
  }
}

/** PostgreSQL cannot be asked for what holds a NUL; no name does. */
function textOf(params: unknown, name: string): string | null {
  const text: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : null
  return typeof text === 'string' && !text.includes('\0') ? text : null
}
