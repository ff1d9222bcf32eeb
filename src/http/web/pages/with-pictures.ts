import { codeUrl, type RepoName } from '../code-urls.ts'
import type { ShownDiff } from '../components/diff-file.tsx'

const pictures = /\.(avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

interface Ends {
  readonly repo: RepoName
  /** Null where there was nothing before. */
  readonly base: string | null | undefined
  readonly head: string
}

/** Pictures have no lines to compare: they are shown as they were and as they are. */
export function withPictures<Diff extends { readonly files: readonly ShownDiff[] }>(diff: Diff, ends: Ends): Diff {
  return { ...diff, files: diff.files.map((file) => withPicture(file, ends)) }
}

function withPicture(file: ShownDiff, { repo, base, head }: Ends): ShownDiff {
  if (!pictures.test(file.path) || !pictures.test(file.oldPath)) return file
  const before = file.kind === 'added' || !base ? null : codeUrl(repo, 'raw', base, file.oldPath)
  const after = file.kind === 'deleted' ? null : codeUrl(repo, 'raw', head, file.path)
  return { ...file, pictures: { before, after } }
}
