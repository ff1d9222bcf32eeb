import { invalidField } from '../../../core/errors.ts'
import { isMarkdown } from '../../../core/is-markdown.ts'
import { parseWritablePath } from '../../../core/repo-path.ts'
import { shortSha } from '../../../core/sha.ts'
import type { FileOperation } from '../../../features/contents/apply-operation.ts'
import { type EditPlace, findEdit, openEdit, openNewFile } from '../../../features/contents/open-edit.ts'
import { previewChange } from '../../../features/contents/preview-change.ts'
import { previewDocument } from '../../../features/contents/preview-document.ts'
import { type EditableText, isShowable, withLineEnds } from '../../../features/contents/read-editable.ts'
import { writeFiles } from '../../../features/contents/write-files.ts'
import { largestFile, parseFileSha, requireSmall } from '../../../features/contents/write-input.ts'
import { codeUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { newPullUrl } from '../pull-urls.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type EditFileProps, type EditFileValues, EditFileView } from '../views/edit-file.tsx'
import { afterCommit, newCommit, readCommit, shownErrors, typedCommit } from './commit-form.ts'
import { refuseEdit } from './refuse-edit.tsx'
import { folderOf, placeOf } from './repo-tree.tsx'

type Call = RepoCall<'session'>

export const repoEditPages = [
  repoPage({
    method: 'GET',
    path: '/edit/*',
    right: 'session',
    handle: async (call) => {
      const at = await openEdit(call.app, call.actor, call.ref, call.rest)
      const { branch, canPush, path, file } = at
      if (!at.isBranch) return refuseEdit(call, at, 'not-a-branch')
      if (file.kind !== 'text') return refuseEdit(call, at, file.kind)
      const values = {
        ...(await newCommit(call, at)),
        path,
        content: file.text,
        sha: file.sha,
        line_end: file.lineEnd,
      }
      return edit(call, { branch, canPush, path, isNew: false, values, isMixed: file.isMixed })
    },
  }),
  repoPage({
    method: 'GET',
    path: '/new/*',
    right: 'session',
    handle: async (call) => {
      const at = await openNewFile(call.app, call.actor, call.ref, call.rest)
      const { branch, canPush, path } = at
      if (!at.isBranch) return refuseEdit(call, at, 'not-a-branch')
      const folder = path === '' ? '' : `${path}/`
      const values: EditFileValues = {
        ...(await newCommit(call, at)),
        path: folder,
        content: '',
        sha: '',
        line_end: 'lf',
      }
      return edit(call, { branch, canPush, path, isNew: true, values })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/edit/*',
    right: 'session',
    takes: 'file-text',
    handle: async (call) => {
      const { app, actor, ref, form } = call
      const at = await findEdit(app, actor, ref, call.rest)
      const { branch, canPush, path, file } = at
      if (!at.isBranch) return refuseEdit(call, at, 'not-a-branch')
      const values = typedFile(form)
      if (file === null && values.sha !== '') {
        const shown = { branch, canPush, path, isNew: false, values: { ...values, sha: '' }, overtaken: { text: null } }
        return edit(call, shown, 409)
      }
      if (form.ticked('preview')) {
        const before = Buffer.from(file?.kind === 'text' ? file.text : '')
        return preview(call, { branch, canPush, path, isNew: false, values }, before)
      }
      return orErrors(
        async () => {
          const content = await contentOf(values)
          requireChange({ path, file }, values, content)
          return commit(call, at, values, content)
        },
        (errors, kind) => {
          // The next try is about the file as it is now, which this answer shows.
          const isOvertaken = kind === 'conflict' && errors['sha'] !== undefined
          const overtaken = isOvertaken ? { text: file?.kind === 'text' ? file.text : null } : null
          const next = isOvertaken ? { ...values, sha: file?.sha ?? '' } : values
          const shown = { branch, canPush, path, isNew: false, values: next, overtaken, errors: shownErrors(errors) }
          return edit(call, shown, statusOf(kind))
        },
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/new/*',
    right: 'session',
    takes: 'file-text',
    handle: async (call) => {
      const at = await openNewFile(call.app, call.actor, call.ref, call.rest)
      const { branch, canPush, path } = at
      if (!at.isBranch) return refuseEdit(call, at, 'not-a-branch')
      const values = { ...typedFile(call.form), sha: '' }
      if (call.form.ticked('preview'))
        return preview(call, { branch, canPush, path, isNew: true, values }, Buffer.alloc(0))
      return orErrors(
        async () => commit(call, at, values, await contentOf(values)),
        (errors, kind) =>
          edit(call, { branch, canPush, path, isNew: true, values, errors: shownErrors(errors) }, statusOf(kind)),
      )
    },
  }),
]

function typedFile(form: FormFields): EditFileValues {
  return {
    ...typedCommit(form),
    path: form.text('path').trim(),
    content: form.text('content'),
    sha: form.text('sha'),
    line_end: form.text('line_end') === 'crlf' ? 'crlf' : 'lf',
  }
}

async function contentOf({ content, line_end }: EditFileValues): Promise<Buffer> {
  return requireSmall(await withLineEnds(content, line_end), largestFile)
}

async function commit(call: Call, at: EditPlace, values: EditFileValues, content: Buffer): Promise<PageAnswer> {
  const { app, actor, ref, head } = call
  const operations = [operationOf(at.path, values, content)]
  const made = await writeFiles(app, actor, ref, { ...readCommit(at.branch, values), operations })
  const proposal = proposalOf(call)
  const said = `Committed to ${made.branch} as ${shortSha(made.commit.sha)}.`
  if (proposal !== null) return done(newPullUrl(proposal, proposal.branch, `${head.owner}:${made.branch}`), said)
  return afterCommit(head, at, made.branch, { usual: codeUrl(head, 'blob', made.branch, values.path), said })
}

/** Somebody who may not push to a repository writes in their fork of it (`repo-fork.tsx`). */
function proposalOf({ head, form, query }: Call): EditFileProps['proposal'] {
  const branch = form.text('for') || (query['for'] ?? '')
  return head.source === null || branch === '' ? null : { ...head.source, branch }
}

/** A commit that changes nothing is a slip of the hand. */
function requireChange(
  { path, file }: { readonly path: string; readonly file: EditableText | null },
  values: EditFileValues,
  content: Buffer,
): void {
  const isSame = file?.kind === 'text' && file.sha === values.sha && values.path === path
  if (isSame && content.length === file.size && content.equals(Buffer.from(file.text))) {
    throw invalidField('content', 'same', 'is unchanged: there is nothing to commit')
  }
}

function operationOf(from: string, values: EditFileValues, content: Buffer): FileOperation {
  const path = parseWritablePath('path', values.path)
  if (values.sha === '') return { action: 'create', path, content }
  const sha = parseFileSha('sha', values.sha)
  if (path === from) return { action: 'update', path, content, sha }
  return { action: 'move', from: parseWritablePath('path', from), path, content, sha }
}

/** The form again, with what it would do. */
async function preview(call: Call, shown: Shown, before: Buffer): Promise<PageAnswer> {
  const { app, actor, ref } = call
  const { path, content, line_end } = shown.values
  const after = await withLineEnds(content, line_end)
  const hunks = await previewChange(app, actor, ref, { before, after })
  const text = after.toString('utf8')
  const place = placeOf(app.config, { repo: call.head, revision: { address: shown.branch } }, folderOf(path))
  const html = isMarkdown(path) ? await previewDocument(app, actor, ref, { text, place }) : null
  return edit(call, { ...shown, changes: { hunks, document: html === null ? null : { html } } })
}

type Shown = Pick<EditFileProps, 'branch' | 'canPush' | 'path' | 'isNew' | 'values'> &
  Partial<Pick<EditFileProps, 'isMixed' | 'overtaken' | 'changes' | 'errors'>>

async function edit(call: Call, shown: Shown, status = 200): Promise<PageAnswer> {
  const { chrome, head } = call
  if (!(await isShowable(shown.values.content))) return refuseEdit(call, shown, 'too-large')
  const rest = { isMixed: false, overtaken: null, changes: null, errors: noErrors, proposal: proposalOf(call) }
  return show(<EditFileView chrome={chrome} repo={head} {...rest} {...shown} />, status)
}
