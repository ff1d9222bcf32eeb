import type { Attention } from '../../../core/attention.ts'
import { type Followed, subscribe } from '../../../features/subscriptions/subscribe.ts'
import { repoUrl } from '../code-urls.ts'
import { go, type PageRoute } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'

const choices = [
  { act: 'watch', attention: 'watching' },
  { act: 'mute', attention: 'muted' },
  { act: 'unwatch', attention: null },
] as const satisfies readonly { readonly act: string; readonly attention: Attention | null }[]

/** Of a repository, and of each of its issues and pull requests. */
const places: readonly {
  readonly path: string
  readonly of: (call: RepoCall<'session'>) => { readonly followed: Followed; readonly page: string }
}[] = [
  { path: '', of: ({ ref, head }) => ({ followed: { repo: ref }, page: repoUrl(head) }) },
  { path: '/issues/:number', of: (call) => threadOf(call, 'issue') },
  { path: '/pulls/:number', of: (call) => threadOf(call, 'pull') },
]

function threadOf({ ref, head, params }: RepoCall<'session'>, kind: 'issue' | 'pull') {
  const number = params['number'] ?? ''
  return { followed: { thread: { ...ref, kind, number } }, page: `${repoUrl(head)}/${kind}s/${number}` }
}

export const watchingPages: readonly PageRoute[] = places.flatMap(({ path, of }) =>
  choices.map(({ act, attention }) =>
    repoPage({
      method: 'POST',
      path: `${path}/${act}`,
      right: 'session',
      handle: async (call) => {
        const { followed, page } = of(call)
        await subscribe(call.app, call.actor, followed, attention)
        return go(page)
      },
    }),
  ),
)
