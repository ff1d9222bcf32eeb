import { invalidField } from '../../../core/errors.ts'
import { iso } from '../../../core/iso-time.ts'
import { changeMergeSettings } from '../../../features/pulls/change-merge-settings.ts'
import { getMergeSettings } from '../../../features/pulls/get-merge-settings.ts'
import { mergeMethods } from '../../../features/pulls/pull.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { getRepoRoom, getRepoSettings } from '../../../features/repos/get-repo-settings.ts'
import { updateRepo } from '../../../features/repos/update-repo.ts'
import { repoUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type RepoSettingsProps, RepoSettingsView } from '../views/repo-settings.tsx'

type Call = RepoCall<'session'>

export const repoSettingsPages = [
  repoPage({
    method: 'GET',
    path: '/settings',
    right: 'session',
    handle: (call) => showSettings(call, {}),
  }),
  repoPage({
    method: 'POST',
    path: '/settings',
    right: 'session',
    handle: (call) => {
      const { app, actor, ref, form } = call
      const slug = form.text('slug').trim()
      const description = form.text('description')
      const topics = form.text('topics')
      const defaultBranch = form.text('default_branch').trim()
      return orErrors(
        async () => {
          const repo = await updateRepo(app, actor, ref, { slug, description, topics: wordsOf(topics), defaultBranch })
          return done(`${repoUrl(repo)}/settings`, 'The settings were saved.')
        },
        (errors, kind) =>
          showSettings(call, {
            errors,
            values: { slug, description, topics, default_branch: defaultBranch },
            status: statusOf(kind),
          }),
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
        (errors, kind) => showSettings(call, { errors, status: statusOf(kind) }),
      ),
  }),
  repoPage({
    method: 'POST',
    path: '/settings/merging',
    right: 'session',
    handle: (call) => {
      const { app, actor, ref, form } = call
      const named = form.all('merge_methods')
      const methods = mergeMethods.filter((one) => named.includes(one))
      const defaultMethod = mergeMethods.find((one) => one === form.text('default_merge_method'))
      const deletesBranch = form.ticked('delete_branch_on_merge')
      return orErrors(
        async () => {
          await changeMergeSettings(app, actor, ref, { methods, defaultMethod, deletesBranch })
          return done(`${settingsOf(call)}#merging`, 'The settings were saved.')
        },
        (errors, kind) => {
          const merging = { methods, defaultMethod: defaultMethod ?? '', deletesBranch }
          return showSettings(call, { errors, merging, status: statusOf(kind) })
        },
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/sbom',
    right: 'session',
    handle: (call) =>
      orErrors(
        async () => {
          const scan = call.form.text('sbom_enabled')
          if (!['default', 'on', 'off'].includes(scan))
            throw invalidField('sbom_enabled', 'format', 'must be one of the choices')
          await updateRepo(call.app, call.actor, call.ref, {
            sbomEnabled: scan === 'default' ? null : scan === 'on',
            sbomBlockOnViolation: call.form.ticked('sbom_block_on_violation'),
          })
          return done(`${settingsOf(call)}#sbom`, 'The settings were saved.')
        },
        (errors, kind) => showSettings(call, { errors, status: statusOf(kind) }),
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
]

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function settingsOf({ head }: Call): string {
  return `${repoUrl(head)}/settings`
}

/** What was typed, where a form comes back. */
type Shown = Partial<Pick<RepoSettingsProps, 'errors' | 'merging' | 'values'>> & { readonly status?: number }

async function showSettings(
  { app, actor, ref, chrome, head }: Call,
  { errors = noErrors, merging, values, status = 200 }: Shown,
): Promise<PageAnswer> {
  const repo = await getRepoSettings(app, actor, ref)
  const { branches } = await listRefNames(app, actor, ref)
  const saved = {
    slug: repo.slug,
    description: repo.description,
    topics: repo.topics,
    default_branch: repo.defaultBranch,
  }
  const isWhole = branches.total === branches.names.length && branches.names.includes(repo.defaultBranch)
  return show(
    <RepoSettingsView
      chrome={chrome}
      repo={head}
      values={values ?? saved}
      branches={isWhole ? branches.names : []}
      merging={merging ?? (await getMergeSettings(app, actor, ref))}
      sbom={{
        scan: repo.sbomEnabled === null ? 'default' : repo.sbomEnabled ? 'on' : 'off',
        isOnByDefault: app.config.SBOM_ENABLED,
        blocks: repo.sbomBlockOnViolation,
      }}
      room={await getRepoRoom(app, repo)}
      createdAt={iso(repo.createdAt)}
      errors={errors}
    />,
    status,
  )
}
