import { Fault, invalidField } from '../../../core/errors.ts'
import { exactTag } from '../../../core/ref-name.ts'
import { requireRepo } from '../../../features/access/require-repo.ts'
import { parseMessage } from '../../../features/contents/write-input.ts'
import { createBranch } from '../../../features/refs/create-branch.ts'
import { createTag } from '../../../features/refs/create-tag.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { codeUrl, repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type NewRefValues, RefNewView } from '../views/ref-new.tsx'

type Call = RepoCall<'session'>
type Kind = 'branch' | 'tag'

export const repoRefNewPages = (['branch', 'tag'] as const).flatMap((kind) => {
  const path = kind === 'branch' ? '/branches/new' : '/tags/new'
  return [
    repoPage({
      method: 'GET',
      path,
      right: 'session',
      handle: (call) => {
        const { name = '', from = '' } = call.query
        return ask(call, kind, { name, from: from || call.head.defaultBranch, message: '' }, {})
      },
    }),
    repoPage({
      method: 'POST',
      path,
      right: 'session',
      takes: 'prose',
      handle: (call) => {
        const { form } = call
        const values = { name: form.text('name').trim(), from: form.text('from').trim(), message: form.text('message') }
        return orErrors(
          () => make(call, kind, values),
          (errors, problem) => ask(call, kind, values, { errors, status: statusOf(problem) }),
        )
      },
    }),
  ]
})

async function make({ app, actor, ref, head }: Call, kind: Kind, values: NewRefValues): Promise<PageAnswer> {
  const { name, from } = values
  try {
    if (kind === 'branch') {
      await createBranch(app, actor, ref, { name, from })
      return done(codeUrl(head, 'tree', name), `The branch ${name} was created.`)
    }
    await createTag(app, actor, ref, { name, from, message: parseMessage('message', values.message) })
    return done(`${repoUrl(head)}/tags`, `The tag ${name} was created.`)
  } catch (error) {
    // Calls hear that there is no such commit; here there is a field to say it of.
    if (!(error instanceof Fault) || error.code !== 'COMMIT_NOT_FOUND') throw error
    throw invalidField('from', 'unknown', 'is no branch, tag or commit of this repository')
  }
}

async function ask(
  { app, actor, ref, chrome, head }: Call,
  kind: Kind,
  values: NewRefValues,
  { errors = noErrors, status = 200 }: { readonly errors?: FormErrors; readonly status?: number },
): Promise<PageAnswer> {
  await requireRepo(app, actor, ref, { role: 'Developer', scope: 'repo:write' })
  const { branches, tags } = await listRefNames(app, actor, ref)
  const places = [...branches.names, ...tags.names.map(exactTag)]
  return show(
    <RefNewView chrome={chrome} repo={head} kind={kind} places={places} values={values} errors={errors} />,
    status,
  )
}
