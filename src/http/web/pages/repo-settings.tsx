import { invalidField } from '../../../core/errors.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { deleteRepo } from '../../../features/repos/delete-repo.ts'
import { getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { transferRepo } from '../../../features/repos/transfer-repo.ts'
import { updateRepo } from '../../../features/repos/update-repo.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { RepoDeleteView } from '../views/repo-delete.tsx'
import { type RepoSettingsProps, RepoSettingsView } from '../views/repo-settings.tsx'
import { RepoTransferView } from '../views/repo-transfer.tsx'
import { iso } from './page-info.ts'

type Call = RepoCall<'session'>

export const repoSettingsPages = [
  repoPage({
    method: 'GET',
    path: '/settings',
    right: 'session',
    handle: (call) => showSettings(call, noErrors),
  }),
  repoPage({
    method: 'POST',
    path: '/settings',
    right: 'session',
    handle: (call) => {
      const { app, actor, ref, form } = call
      const slug = form.text('slug').trim()
      const description = form.text('description')
      const defaultBranch = form.text('default_branch').trim()
      return orErrors(
        async () => {
          const repo = await updateRepo(app, actor, ref, { slug, description, defaultBranch })
          return done(`${repoUrl(repo)}/settings`, 'The settings were saved.')
        },
        (errors, kind) =>
          showSettings(call, errors, { slug, description, default_branch: defaultBranch }, statusOf(kind)),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/visibility',
    right: 'session',
    handle: (call) =>
      orErrors(
        async () => {
          const chosen = call.form.text('visibility')
          if (chosen !== 'public' && chosen !== 'private') {
            throw invalidField('visibility', 'format', 'must be public or private')
          }
          await updateRepo(call.app, call.actor, call.ref, { isPublic: chosen === 'public' })
          return done(settingsOf(call), `The repository is ${chosen} now.`)
        },
        (errors, kind) => showSettings(call, errors, undefined, statusOf(kind)),
      ),
  }),
  ...(['archive', 'unarchive'] as const).map((act) =>
    repoPage({
      method: 'POST',
      path: `/settings/${act}`,
      right: 'session',
      handle: async (call) => {
        await updateRepo(call.app, call.actor, call.ref, { isArchived: act === 'archive' })
        const said = act === 'archive' ? 'is archived: it can be read, not changed' : 'can be changed again'
        return done(settingsOf(call), `The repository ${said}.`)
      },
    }),
  ),
  repoPage({
    method: 'GET',
    path: '/settings/transfer',
    right: 'session',
    handle: (call) => showTransfer(call, '', noErrors),
  }),
  repoPage({
    method: 'POST',
    path: '/settings/transfer',
    right: 'session',
    handle: (call) => {
      const newOwner = call.form.text('new_owner').trim()
      return orErrors(
        async () => {
          requireTyped(call)
          const repo = await transferRepo(call.app, call.actor, call.ref, newOwner)
          return done(repoUrl(repo), `This repository belongs to ${repo.owner} now.`)
        },
        (errors, kind) => showTransfer(call, newOwner, errors, statusOf(kind)),
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/settings/delete',
    right: 'session',
    handle: (call) => showDelete(call, noErrors),
  }),
  repoPage({
    method: 'POST',
    path: '/settings/delete',
    right: 'session',
    handle: (call) =>
      orErrors(
        async () => {
          requireTyped(call)
          await deleteRepo(call.app, call.actor, call.ref)
          return done('/dashboard', `${nameOf(call)} was deleted.`)
        },
        (errors, kind) => showDelete(call, errors, statusOf(kind)),
      ),
  }),
]

function nameOf({ ref }: Call): string {
  return `${ref.owner}/${ref.repo}`
}

function settingsOf({ head }: Call): string {
  return `${repoUrl(head)}/settings`
}

function requireTyped(call: Call): void {
  if (call.form.text('confirm').trim() !== nameOf(call)) {
    throw invalidField('confirm', 'format', `Type ${nameOf(call)} to confirm`)
  }
}

async function showSettings(
  { app, actor, ref, chrome, head }: Call,
  errors: FormErrors,
  typed?: RepoSettingsProps['values'],
  status = 200,
): Promise<PageAnswer> {
  const repo = await getRepoSettings(app, actor, ref)
  const { branches } = await listRefNames(app, actor, ref)
  const saved = { slug: repo.slug, description: repo.description, default_branch: repo.defaultBranch }
  const isWhole = branches.total === branches.names.length && branches.names.includes(repo.defaultBranch)
  return show(
    <RepoSettingsView
      chrome={chrome}
      repo={head}
      values={typed ?? saved}
      branches={isWhole ? branches.names : []}
      size={repo.sizeBytes}
      createdAt={iso(repo.createdAt)}
      errors={errors}
    />,
    status,
  )
}

async function showTransfer(call: Call, newOwner: string, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head } = call
  await getRepoSettings(app, actor, ref, 'own')
  return show(<RepoTransferView chrome={chrome} repo={head} newOwner={newOwner} errors={errors} />, status)
}

async function showDelete(call: Call, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head } = call
  await getRepoSettings(app, actor, ref, 'own')
  const { branches, tags } = await listRefNames(app, actor, ref)
  return show(
    <RepoDeleteView chrome={chrome} repo={head} branches={branches.total} tags={tags.total} errors={errors} />,
    status,
  )
}
