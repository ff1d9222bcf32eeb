import { Type } from 'typebox'
import type { Route } from '../route.ts'
import { hookRoutesAt } from './hook-routes-at.ts'

const tag = 'Webhooks'
const text = Type.String({ maxLength: 255 })
const byToken = { tag, right: 'user', role: 'Maintainer', rate: 'api' } as const
const bySession = { tag, right: 'session', role: 'Maintainer', scope: null, rate: 'api' } as const
const byAdmin = { tag, right: 'admin', scope: null, rate: 'api' } as const

/** Of a repository, of all that a team owns, of everything. */
export const webhookRoutes: readonly Route[] = [
  ...hookRoutesAt<'user'>({
    path: '/repos/{owner}/{repo}',
    params: { owner: text, repo: text },
    reading: { ...byToken, scope: 'repo:read' },
    writing: { ...byToken, scope: 'repo:write' },
    of: (actor, { owner = '', repo = '' }) => ({ actor, repo: { owner, repo } }),
  }),
  ...hookRoutesAt<'session'>({
    path: '/teams/{slug}',
    params: { slug: text },
    reading: bySession,
    writing: bySession,
    of: (actor, { slug = '' }) => ({ actor, team: slug }),
  }),
  ...hookRoutesAt<'admin'>({
    path: '/admin',
    params: {},
    reading: byAdmin,
    writing: byAdmin,
    of: (actor) => ({ actor, service: true }),
  }),
]
