import { createRepo } from '../../../features/repos/create-repo.ts'
import { listOwnerNames } from '../../../features/repos/list-owner-names.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { go, page, show } from '../page-route.ts'
import { type NewRepoValues, NewRepoView } from '../views/new-repo.tsx'

export const newRepoPages = [
  page({
    method: 'GET',
    path: '/new',
    right: 'session',
    handle: async ({ app, actor, chrome, query }) => {
      const owners = await listOwnerNames(app, actor)
      const values: NewRepoValues = {
        owner: owners.find((name) => name === query['owner']) ?? actor.user.username,
        slug: '',
        description: '',
        visibility: 'private',
        default_branch: 'main',
        readme: false,
      }
      return show(<NewRepoView chrome={chrome} owners={owners} values={values} errors={noErrors} />)
    },
  }),
  page({
    method: 'POST',
    path: '/new',
    right: 'session',
    handle: ({ app, actor, chrome, form }) => {
      const values: NewRepoValues = {
        owner: form.text('owner'),
        slug: form.text('slug').trim(),
        description: form.text('description'),
        visibility: form.text('visibility') === 'public' ? 'public' : 'private',
        default_branch: form.text('default_branch').trim(),
        readme: form.ticked('readme'),
      }
      return orErrors(
        async () => {
          const repo = await createRepo(app, actor, {
            owner: values.owner,
            slug: values.slug,
            description: values.description,
            isPublic: values.visibility === 'public',
            autoInit: values.readme,
            defaultBranch: values.default_branch === '' ? undefined : values.default_branch,
          })
          return go(repoUrl(repo))
        },
        async (errors, kind) => {
          const owners = await listOwnerNames(app, actor)
          return show(<NewRepoView chrome={chrome} owners={owners} values={values} errors={errors} />, statusOf(kind))
        },
      )
    },
  }),
]
