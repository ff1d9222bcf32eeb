import type { SessionActor } from '../../../core/actor.ts'
import type { Repo } from '../../../core/repo.ts'
import { parseWritablePath } from '../../../core/repo-path.ts'
import { writeFiles } from '../../../features/contents/write-files.ts'
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
            defaultBranch: values.default_branch === '' ? undefined : values.default_branch,
          })
          if (values.readme) await addReadme(app, actor, repo)
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

/** Its first commit: what it is called, and what it is. */
function addReadme(app: Parameters<typeof writeFiles>[0], actor: SessionActor, repo: Repo) {
  const text = repo.description === '' ? `# ${repo.slug}\n` : `# ${repo.slug}\n\n${repo.description}\n`
  const path = parseWritablePath('path', 'README.md')
  return writeFiles(
    app,
    actor,
    { owner: repo.owner, repo: repo.slug },
    {
      message: 'Begin',
      branch: repo.defaultBranch,
      operations: [{ action: 'write', path, content: Buffer.from(text) }],
    },
  )
}
