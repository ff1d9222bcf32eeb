import { nameKey } from '../../../core/slug.ts'
import { forkRepo } from '../../../features/repos/fork-repo.ts'
import { listOwnerNames } from '../../../features/repos/list-owner-names.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { ForkView } from '../views/fork.tsx'

export const repoForkPages = [
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
]
