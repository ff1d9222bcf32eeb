import { invalidField } from '../../../core/errors.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { countLosses } from '../../../features/repos/count-losses.ts'
import { deleteRepo } from '../../../features/repos/delete-repo.ts'
import { getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { listOwnerNames } from '../../../features/repos/list-owner-names.ts'
import { transferRepo } from '../../../features/repos/transfer-repo.ts'
import { suggestNames } from '../../../features/users/suggest-names.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { RepoDeleteView } from '../views/repo-delete.tsx'
import { RepoTransferView } from '../views/repo-transfer.tsx'
import { typedName } from './name-form.ts'

type Call = RepoCall<'session'>

/** What the owner alone may do, once the repository's name is typed. */
export const repoOwnerPages = [
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
      const newOwner = typedName(call.form.text('new_owner'))
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

function requireTyped(call: Call): void {
  if (call.form.text('confirm').trim() !== nameOf(call)) {
    throw invalidField('confirm', 'format', `Type ${nameOf(call)} to confirm`)
  }
}

async function showTransfer(call: Call, newOwner: string, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head } = call
  await getRepoSettings(app, actor, ref, 'own')
  const suggestions = [...(await listOwnerNames(app, actor)), ...(await suggestNames(app))]
  const others = [...new Set(suggestions)].filter((name) => name !== head.owner)
  return show(
    <RepoTransferView chrome={chrome} repo={head} newOwner={newOwner} suggestions={others} errors={errors} />,
    status,
  )
}

async function showDelete(call: Call, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head } = call
  const counts = await countLosses(app, actor, ref)
  const { branches, tags } = await listRefNames(app, actor, ref)
  const losses = { ...counts, branches: branches.total, tags: tags.total }
  return show(<RepoDeleteView chrome={chrome} repo={head} losses={losses} errors={errors} />, status)
}
