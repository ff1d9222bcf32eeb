import { type TProperties, Type } from 'typebox'
import type { FileCommit } from '../../../features/contents/write-files.ts'
import type { Form, Presentation, PresentContext } from './form.ts'
import { commit } from './git-things.ts'

const entry = Type.Object({
  type: Type.String({ enum: ['file'] }),
  name: Type.String(),
  path: Type.String(),
  sha: Type.String(),
  size: Type.Integer(),
})

function presentEntry(file: FileCommit['files'][number]): object {
  const name = file.path.split('/').at(-1) ?? file.path
  return { type: 'file', name, path: file.path, sha: file.sha, size: file.size }
}

/** One file that was written, or null where it was deleted, and the commit that did it. */
export const fileCommit = withCommit({ content: Type.Union([entry, Type.Null()]) }, ({ files: [file] }) => ({
  content: file === undefined ? null : presentEntry(file),
}))

/** All files that one commit has written, in the order of its operations. */
export const filesCommit = withCommit({ contents: Type.Array(entry) }, ({ files }) => ({
  contents: files.map(presentEntry),
}))

function withCommit(fields: TProperties, present: (value: FileCommit) => object): Presentation<FileCommit> {
  const make = (form: Form) => ({
    schema: Type.Object({ ...fields, branch: Type.String(), commit: commit[form].schema }),
    present: (value: FileCommit, context: PresentContext) => ({
      ...present(value),
      branch: value.branch,
      commit: commit[form].present(value.commit, context),
    }),
  })
  return { A: make('A'), B: make('B') }
}
