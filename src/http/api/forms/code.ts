import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { CommitWithChanges } from '../../../features/commits/get-commit.ts'
import type { ListedFile } from '../../../features/contents/find-files.ts'
import type { FileBlame } from '../../../features/contents/get-blame.ts'
import type { ContentEntry, FileContents } from '../../../features/contents/get-contents.ts'
import type { LanguageShare } from '../../../features/contents/language-counts.ts'
import type { Comparison } from '../../../features/diffs/compare.ts'
import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { PullFile } from '../../../features/reviews/view-files.ts'
import { maybeText, plain, timestamp } from './form.ts'
import { commit, person, presentCommit, presentSignature, signatureFields } from './git-things.ts'

const text = Type.String()
const count = Type.Integer()
const maybeCount = Type.Union([count, Type.Null()])

const entryTypes = {
  file: 'file',
  executable: 'file',
  symlink: 'symlink',
  folder: 'dir',
  submodule: 'submodule',
} as const

const entryFields = {
  type: Type.String({ enum: ['file', 'dir', 'symlink', 'submodule'] }),
  name: text,
  path: text,
  sha: text,
  size: maybeCount,
  mode: Type.String({ description: 'As git writes it, such as 100644' }),
}

function presentEntry(entry: ContentEntry): object {
  const { name, path, sha, size, mode } = entry
  return { type: entryTypes[entry.kind], name, path, sha, size, mode: mode.padStart(6, '0') }
}

export const entry = plain<ContentEntry>(entryFields, presentEntry)

export const file = plain<FileContents>(
  { ...entryFields, encoding: Type.String({ enum: ['base64'] }), content: text },
  (value) => ({ ...presentEntry(value), encoding: 'base64', content: value.data.toString('base64') }),
)

export const listedFile = plain<ListedFile>({ path: text, size: maybeCount }, ({ path, size }) => ({ path, size }))

const stats = Type.Object({ additions: count, deletions: count, files: count })
const changeNames: Readonly<Record<FileDiff['kind'], string>> = {
  added: 'added',
  deleted: 'deleted',
  modified: 'modified',
  renamed: 'renamed',
  copied: 'copied',
  'type-changed': 'type_changed',
}

const changedFields = {
  path: text,
  previous_path: maybeText,
  status: Type.String({ enum: Object.values(changeNames) }),
  additions: count,
  deletions: count,
  binary: Type.Boolean(),
}

const changedSchema = Type.Object(changedFields)

function presentChanged(value: Omit<FileDiff, 'patch'>): object {
  return {
    path: value.path,
    previous_path: value.oldPath === value.path ? null : value.oldPath,
    status: changeNames[value.kind],
    additions: value.additions ?? 0,
    deletions: value.deletions ?? 0,
    binary: value.additions === null,
  }
}

function* each<T>(items: readonly T[], present: (item: T) => object): Iterable<object> {
  for (const item of items) yield present(item)
}

const patchField = { patch: Type.Union([text, Type.Null()], { description: 'Null where the whole was too long' }) }

const presentDiff = (value: FileDiff): object => ({ ...presentChanged(value), patch: value.patch })

export const fileDiff = plain<FileDiff>({ ...changedFields, ...patchField }, presentDiff)

export const commitDetail = plain<CommitWithChanges>(
  {
    ...commit.B.schema.properties,
    parents: Type.Array(text),
    committer: person,
    authored_at: timestamp,
    stats,
    ...signatureFields,
    files: Type.Array(changedSchema),
  },
  (value) => ({
    ...presentCommit(value),
    parents: value.parents,
    committer: { name: value.committer.name, email: value.committer.email },
    authored_at: iso(value.author.at),
    stats: value.stats,
    ...presentSignature(value.signature),
    files: [],
  }),
  { item: changedSchema, items: ({ files }) => each(files, presentChanged) },
)

export const comparison = plain<Comparison>(
  {
    base_sha: text,
    head_sha: text,
    merge_base: maybeText,
    ahead_by: count,
    behind_by: count,
    commits: Type.Array(commit.B.schema),
    stats,
    files: Type.Array(fileDiff.B.schema),
  },
  (value) => ({
    base_sha: value.base,
    head_sha: value.head,
    merge_base: value.mergeBase,
    ahead_by: value.ahead,
    behind_by: value.behind,
    commits: value.commits.map(presentCommit),
    stats: value.stats,
    files: [],
  }),
  { item: fileDiff.B.schema, items: ({ files }) => each(files, presentDiff) },
)

export const blame = plain<FileBlame>(
  {
    path: text,
    sha: text,
    ranges: Type.Array(Type.Object({ first_line: count, line_count: count, path: text, commit: commit.B.schema })),
  },
  ({ entry: { path, sha }, ranges }) => ({
    path,
    sha,
    ranges: ranges.map((range) => ({
      first_line: range.firstLine,
      line_count: range.lineCount,
      path: range.path,
      commit: presentCommit(range.commit),
    })),
  }),
)

export const language = plain<LanguageShare>({ name: text, bytes: count }, ({ name, bytes }) => ({ name, bytes }))

export const pullFile = plain<PullFile>(
  { ...changedFields, ...patchField, viewed: Type.Boolean({ description: 'By you, as it is now' }) },
  (value) => ({ ...presentDiff(value), viewed: value.isViewed }),
)
