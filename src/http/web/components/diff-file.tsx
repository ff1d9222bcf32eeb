import type { ComponentChildren } from 'preact'
import { hasTurns } from '../../../core/show-unseen.ts'
import { codeUrl, type RepoName } from '../code-urls.ts'
import { Badge } from './badge.tsx'
import { wordsOf } from './code-words.tsx'
import { counted } from './counted.ts'
import { DiffLines, type DiffTalks, type WiderHrefs } from './diff-lines.tsx'
import type { DiffHunk, DiffStyle } from './diff-rows.ts'
import { Icon, type IconName } from './icon.tsx'
import { PictureDiff, type PicturePair } from './picture-diff.tsx'

export type ShownDiff = {
  /** The place of the file in the whole, which names it on the page. */
  number: number
  kind: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'type-changed'
  path: string
  oldPath: string
  modeChange: string | null
  additions: number | null
  deletions: number | null
  /** Null where it was too long to come this far. */
  hunks: readonly DiffHunk[] | null
  /** Where it can be had with more lines around its changes. */
  wider: WiderHrefs
  /** Not written by who changed it, so far as is known. */
  foreign: 'generated' | 'vendored' | null
  /** It comes without its lines: why, and where they are. */
  fold: { why: Fold; href: string } | null
  /** What can be looked at instead of lines. */
  pictures?: PicturePair | undefined
  /** In a review: what is said about it, and what else can be done with it. */
  review?: FileReview | undefined
}

export type FileReview = {
  talks: DiffTalks
  /** What is said about lines that are not shown. */
  elsewhere: ComponentChildren
  /** Beside its name. */
  tools: ComponentChildren
  isViewed: boolean
}

export const diffWords = {
  added: { word: 'Added', icon: 'plus' },
  deleted: { word: 'Deleted', icon: 'trash' },
  modified: { word: 'Changed', icon: 'diff' },
  renamed: { word: 'Renamed', icon: 'chevron-right' },
  copied: { word: 'Copied', icon: 'copy' },
  'type-changed': { word: 'Type changed', icon: 'sync' },
} satisfies Record<ShownDiff['kind'], { word: string; icon: IconName }>

export type Fold = 'generated' | 'vendored' | 'long' | 'wide' | 'full'

export function DiffCounts({ additions, deletions }: Pick<ShownDiff, 'additions' | 'deletions'>) {
  if (additions === null || deletions === null) return <span class="muted">binary</span>
  return (
    <span class="diff-counts">
      <span class="diff-plus">+{additions.toLocaleString('en')}</span>{' '}
      <span class="diff-minus" dangerouslySetInnerHTML={{ __html: `&minus;${deletions.toLocaleString('en')}` }} />
      <span class="sr-only"> lines</span>
    </span>
  )
}

type DiffFileProps = { repo: RepoName; file: ShownDiff; sha: string; style: DiffStyle }

export function DiffFile({ repo, file, sha, style }: DiffFileProps) {
  const { word, icon } = diffWords[file.kind]
  const rawHref = file.kind === 'deleted' ? null : codeUrl(repo, 'raw', sha, file.path)
  return (
    <div class={`panel diff-file${file.review ? ' diff-reviewed' : ''}`} id={`file-${file.number}`}>
      <details open={file.review?.isViewed !== true}>
        <summary class="diff-head">
          <Icon name="chevron-right" class="diff-chevron" />
          <Icon name={icon} label={word} />
          <h3 class="diff-path">
            {file.oldPath !== file.path && <span class="muted">{wordsOf(file.oldPath)} → </span>}
            {wordsOf(file.path)}
          </h3>
          {file.foreign !== null && <Badge>{file.foreign === 'generated' ? 'Generated' : 'Vendored'}</Badge>}
          {holdsTurns(file) && (
            <Badge tone="warning" icon="alert">
              Turns text
            </Badge>
          )}
          {file.modeChange !== null && <span class="muted diff-mode">{file.modeChange}</span>}
          <DiffCounts additions={file.additions} deletions={file.deletions} />
        </summary>
        <DiffBody file={file} style={style} rawHref={rawHref} />
        {file.review?.elsewhere}
      </details>
      <div class="diff-tools">
        {file.review?.tools}
        {file.kind !== 'deleted' && (
          <a class="icon-link" href={codeUrl(repo, 'blob', sha, file.path)} aria-label={`View ${file.path}`}>
            <Icon name="file-code" />
          </a>
        )}
      </div>
    </div>
  )
}

/** Said beside its name, because the line itself may be far to the right or folded away. */
function holdsTurns({ hunks }: ShownDiff): boolean {
  return hunks?.some(({ lines }) => lines.some(({ text }) => hasTurns(text))) ?? false
}

type DiffBodyProps = { file: ShownDiff; style: DiffStyle; rawHref: string | null }

function DiffBody({ file, style, rawHref }: DiffBodyProps) {
  if (file.fold !== null) return <FoldedBody file={file} fold={file.fold} />
  if (file.hunks === null) return <TooLongBody file={file} rawHref={rawHref} />
  if (file.hunks.length === 0 && file.pictures !== undefined && file.additions === null) {
    return <PictureDiff pictures={file.pictures} name={file.path} />
  }
  if (file.hunks.length === 0) return <p class="list-note">{withoutLines(file)}</p>
  return <DiffLines file={file} hunks={file.hunks} style={style} talks={file.review?.talks} />
}

function TooLongBody({ file, rawHref }: Omit<DiffBodyProps, 'style'>) {
  const lines = counted((file.additions ?? 0) + (file.deletions ?? 0), 'line')
  return (
    <p class="list-note">
      This diff of {lines} is too large to show here. {rawHref !== null && <a href={rawHref}>Open the file raw</a>}
      {rawHref === null ? 'Fetch' : ', or fetch'} the commit.
    </p>
  )
}

type FoldedBodyProps = { file: ShownDiff; fold: NonNullable<ShownDiff['fold']> }

function FoldedBody({ file, fold }: FoldedBodyProps) {
  const lines = counted((file.additions ?? 0) + (file.deletions ?? 0), 'line')
  const why = {
    generated: `Generated file: ${lines} changed.`,
    vendored: `Vendored file: ${lines} changed.`,
    long: `Large diff: ${lines}.`,
    wide: `Not loaded, because its lines are very long: ${lines}.`,
    full: `Not loaded, because this page is large already: ${lines}.`,
  } satisfies Record<Fold, string>
  return (
    <p class="list-note diff-fold" data-fold={fold.why}>
      {why[fold.why]}{' '}
      <a data-widen href={fold.href} aria-label={`Load diff of ${file.path}`}>
        Load diff
      </a>
    </p>
  )
}

function withoutLines(file: ShownDiff): string {
  if (file.additions === null) return 'Binary file: there are no lines to compare.'
  if (file.additions + (file.deletions ?? 0) > 0) return 'Only white space has changed.'
  if (file.kind === 'renamed' || file.kind === 'copied') return 'The content has not changed.'
  return file.modeChange === null ? 'The file is empty.' : 'Only the file mode has changed.'
}
