import { shortSha } from '../../../core/sha.ts'
import { openEdit } from '../../../features/contents/open-edit.ts'
import { writeFiles } from '../../../features/contents/write-files.ts'
import { parseFileSha } from '../../../features/contents/write-input.ts'
import { codeUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type DeleteFileProps, DeleteFileView } from '../views/delete-file.tsx'
import type { WhyNot } from '../views/edit-refused.tsx'
import { afterCommit, newCommit, readCommit, shownErrors, typedCommit } from './commit-form.ts'
import { refuseEdit } from './refuse-edit.tsx'

type Call = RepoCall<'session'>
type Shown = Pick<DeleteFileProps, 'values' | 'isOvertaken' | 'errors'>
type Place = Awaited<ReturnType<typeof openEdit>>

export const repoDeleteFilePages = [
  repoPage({
    method: 'GET',
    path: '/delete/*',
    right: 'session',
    handle: async (call) => {
      const at = await openEdit(call.app, call.actor, call.ref, call.rest)
      const why = whyNot(at)
      return why === null ? ask(call, at, {}) : refuseEdit(call, at, why)
    },
  }),
  repoPage({
    method: 'POST',
    path: '/delete/*',
    right: 'session',
    handle: async (call) => {
      const { app, actor, ref, form, head } = call
      const at = await openEdit(app, actor, ref, call.rest)
      const why = whyNot(at)
      if (why !== null) return refuseEdit(call, at, why)
      const values = typedCommit(form)
      return orErrors(
        async () => {
          const sha = parseFileSha('sha', form.text('sha'))
          const operations = [{ action: 'delete', path: at.path, sha }] as const
          const made = await writeFiles(app, actor, ref, { ...readCommit(at.branch, values), operations })
          const said = `Deleted ${at.path} from ${made.branch} in ${shortSha(made.commit.sha)}.`
          // Its folder may have gone with it.
          return afterCommit(head, at, made.branch, { usual: codeUrl(head, 'tree', made.branch), said })
        },
        (errors, kind) => {
          const isOvertaken = kind === 'conflict' && errors['sha'] !== undefined
          return ask(call, at, { values, isOvertaken, errors: shownErrors(errors) }, statusOf(kind))
        },
      )
    },
  }),
]

function whyNot({ isBranch, file }: Place): WhyNot | null {
  if (!isBranch) return 'not-a-branch'
  return file.kind === 'link' ? 'link' : null
}

async function ask(call: Call, at: Place, shown: Partial<Shown>, status = 200): Promise<PageAnswer> {
  const { chrome, head } = call
  const { branch, canPush, path, file } = at
  const usual = { values: await newCommit(call, at), isOvertaken: false, errors: noErrors }
  return show(
    <DeleteFileView
      chrome={chrome}
      repo={head}
      branch={branch}
      canPush={canPush}
      path={path}
      sha={file.sha}
      size={file.size}
      {...usual}
      {...shown}
    />,
    status,
  )
}
