import { findImportOf } from '../../../features/imports/get-import.ts'
import { importRepo, retryImport } from '../../../features/imports/start-import.ts'
import { createMirroredRepo } from '../../../features/mirrors/set-mirror.ts'
import { listOwnerNames } from '../../../features/repos/list-owner-names.ts'
import { cloneUrls } from '../clone-urls.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { go, page, show } from '../page-route.ts'
import { repoPage } from '../repo-page.ts'
import { type ImportRepoValues, ImportRepoView } from '../views/import-repo.tsx'
import { RepoEmptyView } from '../views/repo-empty.tsx'
import { importForm } from './shown-import.ts'

export const importRepoPages = [
  page({
    method: 'GET',
    path: '/new/import',
    right: 'session',
    handle: async ({ app, actor, chrome, query }) => {
      const owners = await listOwnerNames(app, actor)
      const values: ImportRepoValues = {
        url: '',
        username: '',
        owner: owners.find((name) => name === query['owner']) ?? actor.user.username,
        slug: '',
        visibility: 'private',
        follows: false,
      }
      return show(<ImportRepoView chrome={chrome} owners={owners} values={values} errors={noErrors} />)
    },
  }),
  page({
    method: 'POST',
    path: '/new/import',
    right: 'session',
    handle: ({ app, actor, chrome, form }) => {
      const values: ImportRepoValues = {
        url: form.text('url').trim(),
        username: form.text('username').trim(),
        owner: form.text('owner'),
        slug: form.text('slug').trim(),
        visibility: form.text('visibility') === 'public' ? 'public' : 'private',
        follows: form.ticked('mirror'),
      }
      return orErrors(
        async () => {
          const made = {
            owner: values.owner,
            slug: values.slug === '' ? lastPartOf(values.url) : values.slug,
            isPublic: values.visibility === 'public',
          }
          const source = { url: values.url, username: values.username, password: form.text('password') }
          const repo = await (values.follows
            ? createMirroredRepo(app, actor, { ...made, follows: source })
            : importRepo(app, actor, { ...made, source }))
          return go(repoUrl(repo))
        },
        async (errors, kind) => {
          const owners = await listOwnerNames(app, actor)
          return show(
            <ImportRepoView chrome={chrome} owners={owners} values={values} errors={errors} />,
            statusOf(kind),
          )
        },
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/import',
    right: 'session',
    handle: ({ app, actor, chrome, form, frame, head, ref }) => {
      const [url, username] = [form.text('url').trim(), form.text('username').trim()]
      return orErrors(
        async () => {
          await retryImport(app, actor, ref, { url, username, password: form.text('password') })
          return go(repoUrl(frame.repo))
        },
        async (errors, kind) => {
          const source = importForm(await findImportOf(app, actor, ref), { url, username }, errors)
          const urls = cloneUrls(app.config, frame.repo)
          const { description } = frame.repo
          return show(<RepoEmptyView {...{ chrome, repo: head, description, urls, source }} />, statusOf(kind))
        },
      )
    },
  }),
]

/** What people call it there. */
function lastPartOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  return (path.split('/').findLast((part) => part !== '') ?? '').replace(/\.git$/i, '')
}
