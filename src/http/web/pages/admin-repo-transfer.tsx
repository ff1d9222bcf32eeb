import { invalidField } from '../../../core/errors.ts'
import { requireLeftRepo, transferLeftRepo } from '../../../features/admin/transfer-left-repo.ts'
import { searchTeams } from '../../../features/teams/search-teams.ts'
import { suggestNames } from '../../../features/users/suggest-names.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, type PageCall, page, show } from '../page-route.ts'
import { AdminRepoTransferView } from '../views/admin-repo-transfer.tsx'
import { orRefusal, typedName } from './name-form.ts'

type Call = PageCall<'admin'>

const list = '/admin/repos'
const path = `${list}/:owner/:repo/transfer`
const mostTeams = 100

/** For what somebody left behind. */
export const adminRepoTransferPages = [
  page({ method: 'GET', path, right: 'admin', handle: (call) => orRefusal(list, () => showForm(call, '', noErrors)) }),
  page({
    method: 'POST',
    path,
    right: 'admin',
    handle: (call) => {
      const newOwner = typedName(call.form.text('new_owner'))
      return orErrors(
        async () => {
          const before = await requireLeftRepo(call.app, call.actor, refOf(call))
          const name = `${before.owner}/${before.slug}`
          if (call.form.text('confirm').trim() !== name) {
            throw invalidField('confirm', 'format', `Type ${name} to confirm`)
          }
          const repo = await transferLeftRepo(call.app, call.actor, refOf(call), newOwner)
          return done(list, `${name} belongs to ${repo.owner} now.`)
        },
        (errors, kind) => orRefusal(list, () => showForm(call, newOwner, errors, statusOf(kind))),
      )
    },
  }),
]

function refOf({ params }: Call): { readonly owner: string; readonly repo: string } {
  return { owner: params['owner'] ?? '', repo: params['repo'] ?? '' }
}

async function showForm(call: Call, newOwner: string, errors: FormErrors, status = 200): Promise<PageAnswer> {
  const { app, actor, chrome } = call
  const { owner, slug } = await requireLeftRepo(app, actor, refOf(call))
  const teams = await searchTeams(app, actor, '', { page: 1, perPage: mostTeams })
  const suggestions = [...teams.items.map((team) => team.slug), ...(await suggestNames(app))]
  return show(
    <AdminRepoTransferView
      chrome={chrome}
      owner={owner}
      slug={slug}
      newOwner={newOwner}
      suggestions={suggestions.filter((name) => name !== owner)}
      errors={errors}
    />,
    status,
  )
}
