import { nameKey } from '../../../core/slug.ts'
import { openFilePlace } from '../../../features/contents/open-edit.ts'
import { syncFork, syncMethods } from '../../../features/forks/sync-fork.ts'
import { forkToEdit } from '../../../features/pulls/fork-to-edit.ts'
import { forkRepo } from '../../../features/repos/fork-repo.ts'
import { listOwnerNames } from '../../../features/repos/list-owner-names.ts'
import { listForks } from '../../../features/repos/list-repos.ts'
import { codeUrl, repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors, saidTogether } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { ForkView } from '../views/fork.tsx'
import { ForkEditView } from '../views/fork-edit.tsx'
import { ForksView } from '../views/forks.tsx'
import { backFromPastEnd, pageInfo } from './page-info.ts'
import { refuseEdit } from './refuse-edit.tsx'
import { repoSummary } from './repo-summary.ts'

export const repoForkPages = [
  repoPage({
    method: 'GET',
    path: '/forks',
    right: 'anyone',
    lasts: true,
    handle: async ({ app, actor, ref, chrome, head, page: request }) => {
      const list = await listForks(app, actor, ref, request)
      const at = `${repoUrl(head)}/forks`
      const back = backFromPastEnd(list, at)
      if (back !== null) return go(back)
      const forks = list.items.map(repoSummary)
      return show(<ForksView chrome={chrome} repo={head} forks={forks} pagination={pageInfo(list, at)} />)
    },
  }),
  repoPage({
    method: 'GET',
    path: '/fork',
    right: 'session',
    handle: async ({ app, actor, chrome, head }) => {
      const owners = await listOwnerNames(app, actor)
      const owner = actor.user.username
      // One's own cannot have the same name twice.
      const slug = nameKey(owner) === nameKey(head.owner) ? `${head.slug.slice(0, 95)}-fork` : head.slug
      return show(<ForkView chrome={chrome} repo={head} owners={owners} values={{ owner, slug }} errors={noErrors} />)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/fork',
    right: 'session',
    handle: ({ app, actor, ref, chrome, head, form }) => {
      const values = { owner: form.text('owner').trim(), slug: form.text('slug').trim() }
      return orErrors(
        async () => {
          const fork = await forkRepo(app, actor, ref, values)
          return done(repoUrl(fork), `This is ${fork.owner}’s fork of ${head.owner}/${head.slug}.`)
        },
        async (errors, kind) => {
          const owners = await listOwnerNames(app, actor)
          return show(
            <ForkView chrome={chrome} repo={head} owners={owners} values={values} errors={errors} />,
            statusOf(kind),
          )
        },
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/sync',
    right: 'session',
    handle: ({ app, actor, ref, head, form }) =>
      orErrors(
        async () => {
          const method = syncMethods.find((one) => one === form.text('method')) ?? 'fast-forward'
          const { name } = await syncFork(app, actor, ref, method)
          return done(repoUrl(head), `${name} has all that is new.`)
        },
        (errors) => go(repoUrl(head), { tone: 'danger', text: saidTogether(errors) ?? '' }),
      ),
  }),
  repoPage({
    method: 'GET',
    path: '/fork-edit/*',
    right: 'session',
    handle: (call) => askToFork(call, noErrors),
  }),
  repoPage({
    method: 'POST',
    path: '/fork-edit/*',
    right: 'session',
    handle: async (call) => {
      const { app, actor, ref, rest } = call
      const { branch: upstream, path } = await openFilePlace(app, actor, ref, rest)
      return orErrors(
        async () => {
          const { fork, branch } = await forkToEdit(app, actor, ref, upstream)
          return go(`${codeUrl(fork, 'edit', branch, path)}?${new URLSearchParams({ for: upstream }).toString()}`)
        },
        // There is no field to say anything of.
        (errors, kind) => askToFork(call, { form: saidTogether(errors) ?? '' }, statusOf(kind)),
      )
    },
  }),
]

async function askToFork(call: RepoCall<'session'>, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { app, actor, ref, rest, chrome, head } = call
  const { branch, isBranch, path } = await openFilePlace(app, actor, ref, rest)
  if (!isBranch) return refuseEdit(call, { branch, path }, 'not-a-branch')
  if (head.can.push) return go(codeUrl(head, 'edit', branch, path))
  const { username } = actor.user
  const props = { repo: head, branch, path, username, errors }
  return show(<ForkEditView chrome={chrome} {...props} />, status)
}
