import { type TObject, Type } from 'typebox'
import type { Attention } from '../../../core/attention.ts'
import { invalidField } from '../../../core/errors.ts'
import type { Scope } from '../../../core/scopes.ts'
import { type Followed, getSubscription, subscribe } from '../../../features/subscriptions/subscribe.ts'
import { type Route, route } from '../route.ts'
import { threadParams } from './conversation.ts'

const tag = 'Notifications'
const text = Type.String({ maxLength: 255 })
const repoParams = Type.Object({ owner: text, repo: text })

interface Place {
  readonly path: string
  readonly params: TObject
  readonly scope: 'repo' | 'issues' | 'pulls'
  readonly what: string
  /** What whoever watches it is told of. */
  readonly told: string
  readonly of: (params: Readonly<Record<string, string>>) => Followed
}

/** Watching and muting: one's own choice, about a repository or about one issue or pull request. */
function routesAt({ path, params, scope, what, told, of }: Place): readonly Route[] {
  const common = { tag, right: 'user', rate: 'api', role: 'Reader' } as const
  const reading = { ...common, scope: `${scope}:read` satisfies Scope }
  const writing = { ...common, scope: `${scope}:write` satisfies Scope }
  const known = (given: unknown): Followed => of(given as Readonly<Record<string, string>>)
  return [
    route({
      method: 'GET',
      path: `${path}/subscription`,
      summary: `Whether you watch or mute ${what}`,
      ...reading,
      params,
      output: { kind: 'one', status: 200, resource: 'subscription' },
      handle: (call) => getSubscription(call.app, call.actor, known(call.params)),
    }),
    route({
      method: 'PUT',
      path: `${path}/subscription`,
      summary: `Watch or mute ${what}`,
      ...writing,
      params,
      body: Type.Object({
        subscribed: Type.Optional(Type.Boolean({ description: told })),
        ignored: Type.Optional(Type.Boolean({ description: 'Be told of nothing there' })),
      }),
      output: { kind: 'one', status: 200, resource: 'subscription' },
      handle: (call) => subscribe(call.app, call.actor, known(call.params), attentionOf(call.body)),
    }),
    route({
      method: 'DELETE',
      path: `${path}/subscription`,
      summary: `Be told of ${what} as usual: of what concerns you`,
      ...writing,
      params,
      output: { kind: 'nothing', status: 204 },
      handle: async (call) => void (await subscribe(call.app, call.actor, known(call.params), null)),
    }),
  ]
}

/** Whoever says nothing wants to watch. */
function attentionOf(body: { subscribed?: boolean; ignored?: boolean }): Attention | null {
  if (body.subscribed === true && body.ignored === true) {
    throw invalidField('ignored', 'conflict', 'cannot be true together with subscribed')
  }
  if (body.ignored === true) return 'muted'
  return (body.subscribed ?? body.ignored === undefined) ? 'watching' : null
}

const thread =
  (kind: 'issue' | 'pull') =>
  ({ owner = '', repo = '', number = '' }: Readonly<Record<string, string>>) => ({
    thread: { owner, repo, number, kind },
  })

export const subscriptionRoutes: readonly Route[] = [
  ...routesAt({
    path: '/repos/{owner}/{repo}',
    params: repoParams,
    scope: 'repo',
    what: 'a repository',
    told: 'Be told of every issue and pull request that is opened, of every comment, of closing and merging',
    of: ({ owner = '', repo = '' }) => ({ repo: { owner, repo } }),
  }),
  ...routesAt({
    path: '/repos/{owner}/{repo}/issues/{number}',
    params: threadParams,
    scope: 'issues',
    what: 'an issue',
    told: 'Be told of every comment, and of closing',
    of: thread('issue'),
  }),
  ...routesAt({
    path: '/repos/{owner}/{repo}/pulls/{number}',
    params: threadParams,
    scope: 'pulls',
    what: 'a pull request',
    told: 'Be told of every comment, of closing and merging',
    of: thread('pull'),
  }),
]
