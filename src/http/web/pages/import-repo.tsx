import { findImportOf } from '../../../features/imports/get-import.ts'
import type { Import } from '../../../features/imports/import.ts'
import { importRepo, retryImport } from '../../../features/imports/start-import.ts'
import { createMirroredRepo } from '../../../features/mirrors/set-mirror.ts'
import { listOwnerNames } from '../../../features/repos/list-owner-names.ts'
import { cloneUrls } from '../clone-urls.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { go, page, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type ImportRepoValues, ImportRepoView } from '../views/import-repo.tsx'
import { type ImportForm, RepoEmptyView } from '../views/repo-empty.tsx'
import { RepoImportView } from '../views/repo-import.tsx'
import { importForm, shownTracker, trackerIn } from './shown-import.ts'

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
        tracker: '',
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
        tracker: trackerIn(form.text('tracker')) ?? '',
      }
      return orErrors(
        async () => {
          const made = {
            owner: values.owner,
            slug: values.slug === '' ? lastPartOf(values.url) : values.slug,
            isPublic: values.visibility === 'public',
          }
          const source = {
            url: values.url,
            username: values.username,
            password: form.text('password'),
            tracker: trackerIn(values.tracker),
          }
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
    method: 'GET',
    path: '/import',
    right: 'session',
    handle: async (call) => {
      const { app, actor, frame, ref } = call
      const known = await findImportOf(app, actor, ref)
      if (frame.repo.isEmpty) return go(repoUrl(frame.repo))
      return show(importView(call, known, importForm(known)))
    },
  }),
  repoPage({
    method: 'POST',
    path: '/import',
    right: 'session',
    handle: (call) => {
      const { app, actor, chrome, form, frame, head, ref } = call
      const tracker = trackerIn(form.text('tracker'))
      const typed = { url: form.text('url').trim(), username: form.text('username').trim(), tracker: tracker ?? '' }
      return orErrors(
        async () => {
          await retryImport(app, actor, ref, { ...typed, password: form.text('password'), tracker })
          return go(frame.repo.isEmpty ? repoUrl(frame.repo) : `${repoUrl(frame.repo)}/import`)
        },
        async (errors, kind) => {
          const known = await findImportOf(app, actor, ref)
          const source = importForm(known, typed, errors)
          if (!frame.repo.isEmpty) return show(importView(call, known, source), statusOf(kind))
          const urls = cloneUrls(app.config, frame.repo)
          const { description } = frame.repo
          return show(<RepoEmptyView {...{ chrome, repo: head, description, urls, source }} />, statusOf(kind))
        },
      )
    },
  }),
]

function importView({ chrome, head }: RepoCall<'session'>, known: Import | null, form: ImportForm) {
  const tracker = shownTracker(known?.tracker ?? null)
  return <RepoImportView chrome={chrome} repo={head} url={known?.url ?? null} tracker={tracker} form={form} />
}

/** What people call it there. */
function lastPartOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  return (path.split('/').findLast((part) => part !== '') ?? '').replace(/\.git$/i, '')
}
