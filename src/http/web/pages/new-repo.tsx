import { invalidField } from '../../../core/errors.ts'
import { createRepo } from '../../../features/repos/create-repo.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors } from '../form-errors.ts'
import { go, page, show } from '../page-route.ts'
import { type NewRepoValues, NewRepoView } from '../views/new-repo.tsx'

export const newRepoPages = [
  page({
    method: 'GET',
    path: '/new',
    right: 'session',
    handle: async ({ actor, chrome }) => {
      const { username } = actor.user
      const values: NewRepoValues = {
        owner: username,
        slug: '',
        description: '',
        visibility: 'private',
        default_branch: 'main',
      }
      return show(<NewRepoView chrome={chrome} owners={[username]} values={values} errors={noErrors} />)
    },
  }),
  page({
    method: 'POST',
    path: '/new',
    right: 'session',
    handle: ({ app, actor, chrome, form }) => {
      const { username } = actor.user
      const values: NewRepoValues = {
        owner: form.text('owner'),
        slug: form.text('slug').trim(),
        description: form.text('description'),
        visibility: form.text('visibility') === 'public' ? 'public' : 'private',
        default_branch: form.text('default_branch').trim(),
      }
      return orErrors(
        async () => {
          if (values.owner !== '' && values.owner !== username) {
            throw invalidField('owner', 'unknown', 'is not a name under which you may make one')
          }
          const repo = await createRepo(app, actor, {
            slug: values.slug,
            description: values.description,
            isPublic: values.visibility === 'public',
            defaultBranch: values.default_branch === '' ? undefined : values.default_branch,
          })
          return go(repoUrl(repo))
        },
        (errors) => show(<NewRepoView chrome={chrome} owners={[username]} values={values} errors={errors} />, 422),
      )
    },
  }),
]
