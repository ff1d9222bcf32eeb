import type { Encoding } from '../../../core/decode-text.ts'
import { fileSize } from '../../../core/file-size.ts'
import type { Table } from '../../../features/contents/read-table.ts'
import type { SafeHtml } from '../../../markup/markup.ts'
import { codeUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { type CommitSummary, LastCommit } from '../components/commit-line.tsx'
import { CopyFile } from '../components/copy-field.tsx'
import { DataTable } from '../components/data-table.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { FindFile } from '../components/find-file.tsx'
import type { LineText } from '../components/line-html.ts'
import { OutlineMenu, type ShownOutline } from '../components/outline-menu.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { PathCrumbs } from '../components/path-crumbs.tsx'
import { Prose } from '../components/prose.tsx'
import { type RefChoices, RefSwitcher, type ShownRef } from '../components/ref-switcher.tsx'
import { SourceLines } from '../components/source-lines.tsx'
import { TurnsNotice } from '../components/turns-notice.tsx'
import { WrapLines } from '../components/wrap-lines.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { BlobOther } from './blob-other.tsx'

export type BlobContent =
  | {
      kind: 'text'
      lines: readonly LineText[]
      firstLine: number
      lineCount: number
      pages: PageInfo
      encoding: Encoding
    }
  | { kind: 'document' | 'notebook'; html: SafeHtml }
  | { kind: 'table'; table: Table; sourceHref: string; pages: PageInfo }
  | { kind: 'picture'; dimensions: Dimensions | null }
  | { kind: 'link'; target: string; inside: string | null }
  | {
      kind: 'lfs'
      pointer: { oid: string; size: number }
      /** Without it there is nothing but the pointer. */
      isHere: boolean
      isPicture: boolean
      /** Where it is pushed to. */
      home: string
    }
  | { kind: 'submodule'; url: string | null; sha: string; home: { owner: string; repo: string } | null }
  | { kind: 'binary' }
  | { kind: 'too-large' }

/** For what can be shown as something else than its lines. */
export type BlobViews = { word: string; rendered: string; source: string; asSource: boolean }

export type BlobProps = {
  chrome: Chrome
  repo: RepoHead
  current: ShownRef
  refs: RefChoices
  path: string
  size: number
  content: BlobContent
  /** Null where it is still looked for, at `wholeHref`. */
  commit: CommitSummary | null
  wholeHref: string | null
  outline: ShownOutline
  views: BlobViews | null
}

export function BlobView(props: BlobProps) {
  const { chrome, repo, current, path, refs, commit } = props
  const hasOutline = props.outline.length > 0
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${path} at ${current.name}`}>
      <h1 class="sr-only">{path}</h1>
      <div class="code-bar">
        <RefSwitcher repo={repo} current={current} refs={refs} page="blob" path={path} />
        <PathCrumbs repo={repo} refName={current.address} path={path} />
        <div class="code-bar-end">
          <FindFile repo={repo} refName={current.address} isTool={hasOutline} />
          {hasOutline && (
            <OutlineMenu entries={props.outline} word={props.content.kind === 'document' ? 'Contents' : 'Outline'} />
          )}
        </div>
      </div>
      <section class="panel blob" aria-label="File">
        <header class="panel-head tree-head">
          <LastCommit repo={repo} commit={commit} wholeHref={props.wholeHref} />
        </header>
        <BlobBar {...props} />
        <BlobBody {...props} />
      </section>
    </RepoFrame>
  )
}

/** More than that is downloaded. */
const mostCopied = 1024 * 1024

function BlobBar({ repo, current, path, size, content, views }: BlobProps) {
  const raw = codeUrl(repo, 'raw', current.address, path)
  const file = content.kind === 'lfs' ? codeUrl(repo, 'media', current.address, path) : raw
  const isMissing = content.kind === 'lfs' && !content.isHere
  const hasLines = content.kind === 'text' || views !== null
  // To git its bytes are no lines.
  const isWide = content.kind === 'text' && content.encoding === 'utf-16'
  if (content.kind === 'submodule') return null
  return (
    <div class="blob-bar">
      {views && (
        <nav class="segments" aria-label="How it is shown">
          <a href={views.rendered} aria-current={views.asSource ? undefined : 'page'}>
            {views.word}
          </a>
          <a href={views.source} aria-current={views.asSource ? 'page' : undefined}>
            Source
          </a>
        </nav>
      )}
      {/* The crumbs above scroll away; this stays. */}
      <strong class="blob-name">{nameOf(path)}</strong>
      <span class="muted blob-size">
        {[...factsOf(content), fileSize(content.kind === 'lfs' ? content.pointer.size : size)].join(' · ')}
      </span>
      <div class="blob-tools">
        {/* A script shows it: at the beginning of a row that ends at the edge it moves nothing. */}
        {hasLines && size <= mostCopied && <CopyFile href={raw} />}
        {content.kind === 'text' && <WrapLines />}
        <LinkButton size="small" isTool href={codeUrl(repo, 'commits', current.address, path)} icon="history">
          History
        </LinkButton>
        {hasLines && !isWide && (
          <LinkButton size="small" isTool href={codeUrl(repo, 'blame', current.address, path)} icon="people">
            Blame
          </LinkButton>
        )}
        <LinkButton size="small" isTool href={raw} icon="file-code">
          {content.kind === 'lfs' ? 'Pointer' : 'Raw'}
        </LinkButton>
        {!isMissing && (
          <LinkButton size="small" isTool href={file} icon="download" download={nameOf(path)}>
            Download
          </LinkButton>
        )}
        {canPropose(repo) && current.kind === 'branch' && hasLines && !isWide && (
          <LinkButton size="small" isTool href={codeUrl(repo, 'fork-edit', current.address, path)} icon="pencil">
            Edit
          </LinkButton>
        )}
        {repo.can.push && current.kind === 'branch' && content.kind !== 'link' && (
          <>
            {hasLines && !isWide && (
              <LinkButton size="small" isTool href={codeUrl(repo, 'edit', current.address, path)} icon="pencil">
                Edit
              </LinkButton>
            )}
            <LinkButton size="small" isTool href={codeUrl(repo, 'delete', current.address, path)} icon="trash">
              Delete
            </LinkButton>
          </>
        )}
      </div>
    </div>
  )
}

const encodingNames = {
  'utf-8': [],
  'utf-16': ['UTF-16'],
  'windows-1252': ['Windows-1252'],
} as const satisfies Record<Encoding, readonly string[]>

function factsOf(content: BlobContent): readonly string[] {
  if (content.kind === 'text') {
    return [counted(content.lineCount, 'line'), ...encodingNames[content.encoding]]
  }
  if (content.kind === 'table')
    return [counted(content.table.rowCount, 'row'), counted(content.table.columnCount, 'column')]
  if (content.kind === 'picture' && content.dimensions !== null) {
    return [`${content.dimensions.width} × ${content.dimensions.height} pixels`]
  }
  return content.kind === 'lfs' ? ['Git LFS'] : []
}

function cellsOf({ head, rows }: Table): readonly LineText[] {
  return [...(head?.cells ?? []), ...rows.flatMap(({ cells }) => cells)].map((text) => ({ text }))
}

function BlobBody(props: BlobProps) {
  const { repo, current, path, content } = props
  switch (content.kind) {
    case 'text':
      return content.lines.length === 0 ? (
        <EmptyState icon="file" title="This file is empty" />
      ) : (
        <>
          <TurnsNotice lines={content.lines} />
          <PageNote info={content.pages} noun="lines" />
          <SourceLines lines={content.lines} firstLine={content.firstLine} pageLines={content.pages.perPage} />
          <PageNote info={content.pages} noun="lines" />
        </>
      )
    case 'document':
      return (
        <div class="panel-body readme-body">
          <Prose html={content.html} />
        </div>
      )
    case 'notebook':
      return (
        <div class="panel-body notebook">
          <Prose html={content.html} />
        </div>
      )
    case 'table':
      return (
        <>
          <TurnsNotice lines={cellsOf(content.table)} />
          {content.table.isCut && (
            <p class="list-note">
              Long cells, and more than a hundred columns, are cut off here. The source has all of it.
            </p>
          )}
          <DataTable table={content.table} sourceHref={content.sourceHref} name={nameOf(path)} />
          <PageNote info={content.pages} noun="rows" />
        </>
      )
    case 'picture':
      return <Picture src={codeUrl(repo, 'raw', current.address, path)} path={path} dimensions={content.dimensions} />
    case 'lfs':
      return content.isPicture ? (
        <Picture src={codeUrl(repo, 'media', current.address, path)} path={path} dimensions={null} />
      ) : (
        <BlobOther {...props} content={content} />
      )
    default:
      return <BlobOther {...props} content={content} />
  }
}

type Dimensions = { width: number; height: number }

function Picture({ src, path, dimensions }: { src: string; path: string; dimensions: Dimensions | null }) {
  return (
    <div class="blob-picture">
      <img src={src} alt={nameOf(path)} width={dimensions?.width} height={dimensions?.height} />
    </div>
  )
}

/** Where a file is more than a page. */
function PageNote({ info, noun }: { info: PageInfo; noun: string }) {
  if (info.total <= info.perPage) return null
  return (
    <div class="blob-pages">
      <Pagination info={info} noun={noun} />
    </div>
  )
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path
}

/** By a fork and a pull request, for those who may not push: not where nothing can be merged. */
function canPropose({ can, isArchived, mirrorOf }: RepoHead): boolean {
  return !can.push && can.fork && !isArchived && mirrorOf === null
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`
}
