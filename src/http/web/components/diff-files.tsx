import type { RepoName } from '../code-urls.ts'
import { LinkButton } from './button.tsx'
import { counted } from './counted.ts'
import { DiffFile, type ShownDiff } from './diff-file.tsx'
import type { DiffStyle } from './diff-rows.ts'

export type WaitingFiles = {
  /** The number of the first of them. */
  first: number
  count: number
  /** As many come together. */
  next: number
  href: string
  /** Those that the page had no room left for; not those before its room begins. */
  isBehind: boolean
}

type DiffFilesProps = {
  repo: RepoName
  /** The new state, whose files are linked to. */
  sha: string
  files: readonly ShownDiff[]
  waiting: readonly WaitingFiles[]
  style: DiffStyle
}

/** Changes below each other; before those that wait, the way to many of them at once. */
export function DiffFiles({ repo, sha, files, waiting, style }: DiffFilesProps) {
  return (
    <>
      {files.map((file) => [
        waiting.filter(({ first }) => first === file.number).map((some) => <LoadNext key="next" waiting={some} />),
        <DiffFile key={file.number} repo={repo} file={file} sha={sha} style={style} />,
      ])}
    </>
  )
}

function LoadNext({ waiting: { count, next, href, isBehind } }: { waiting: WaitingFiles }) {
  const some = `the next ${next === 1 ? 'file' : counted(next, 'file')}`
  return (
    <p class="diff-more" data-load-next={isBehind ? '' : undefined}>
      <span>{counted(count, 'file')} are not loaded, because this page is large already.</span>
      <LinkButton size="small" href={href}>
        {`Load ${next === count ? `all ${counted(count, 'file')}` : some}`}
      </LinkButton>
    </p>
  )
}
