import { Fault, invalidField } from '../../../core/errors.ts'
import { parseWritablePath } from '../../../core/repo-path.ts'
import { shortSha } from '../../../core/sha.ts'
import type { FileOperation } from '../../../features/contents/apply-operation.ts'
import { openNewFile } from '../../../features/contents/open-edit.ts'
import { writeFiles } from '../../../features/contents/write-files.ts'
import { codeUrl } from '../code-urls.ts'
import type { CommitValues } from '../components/commit-fields.tsx'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { type PageAnswer, show } from '../page-route.ts'
import type { SentFile } from '../read-multipart.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { UploadView } from '../views/upload.tsx'
import { afterCommit, newCommit, readCommit, shownErrors, typedCommit } from './commit-form.ts'
import { refuseEdit } from './refuse-edit.tsx'

type Call = RepoCall<'session'>

interface Place {
  readonly branch: string
  readonly canPush: boolean
  readonly path: string
}

const mostFiles = 100

/** Files from somebody's machine, into a folder, as one commit. */
export const repoUploadPages = [
  repoPage({
    method: 'GET',
    path: '/upload/*',
    right: 'session',
    handle: async (call) => {
      const at = await openNewFile(call.app, call.actor, call.ref, call.rest)
      if (!at.isBranch) return refuseEdit(call, at, 'not-a-branch')
      return upload(call, at, { values: await newCommit(call, at), errors: noErrors })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/upload/*',
    right: 'session',
    takes: 'files',
    handle: async (call) => {
      const { app, actor, ref, form, head } = call
      const at = await openNewFile(app, actor, ref, call.rest)
      if (!at.isBranch) return refuseEdit(call, at, 'not-a-branch')
      const values = typedCommit(form)
      return orErrors(
        async () => {
          const operations = operationsFor(at.path, form.files('files'))
          const made = await writeFiles(app, actor, ref, { ...readCommit(at.branch, values), operations })
          const said = `Committed to ${made.branch} as ${shortSha(made.commit.sha)}.`
          return afterCommit(head, at, made.branch, { usual: codeUrl(head, 'tree', made.branch, at.path), said })
        },
        (errors, kind) => upload(call, at, { values, errors: aboutFiles(errors) }, statusOf(kind)),
      )
    },
  }),
]

/** What is wrong with a path is wrong with one of the files. */
function aboutFiles({ path, ...errors }: FormErrors): FormErrors {
  return shownErrors(path === undefined ? errors : { ...errors, files: path })
}

function operationsFor(folder: string, files: readonly SentFile[]): readonly FileOperation[] {
  if (files.length === 0) throw invalidField('files', 'required', 'must have at least one file')
  if (files.length > mostFiles) throw invalidField('files', 'too_many', `must be at most ${mostFiles} files at once`)
  const seen = new Set<string>()
  return files.map(({ name, bytes }) => {
    const path = parsePath(folder, name)
    if (seen.has(path)) throw invalidField('files', 'twice', `has two files called ${name}`)
    seen.add(path)
    return { action: 'write', path, content: bytes }
  })
}

function parsePath(folder: string, name: string) {
  try {
    return parseWritablePath('files', folder === '' ? name : `${folder}/${name}`)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // Of many files, which one.
    throw invalidField('files', 'format', `${name}: its path ${error.details[0]?.message ?? ''}`)
  }
}

function upload(
  { chrome, head }: Call,
  { branch, canPush, path }: Place,
  shown: { readonly values: CommitValues; readonly errors: FormErrors },
  status = 200,
): PageAnswer {
  return show(
    <UploadView chrome={chrome} repo={head} branch={branch} canPush={canPush} path={path} {...shown} />,
    status,
  )
}
