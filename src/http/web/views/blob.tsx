import { fileSize } from '../../../core/file-size.ts'
import type { SafeHtml } from '../../../markup/markup.ts'
import { codeUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import { CommitLine, type CommitSummary } from '../components/commit-line.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import type { LineText } from '../components/line-html.ts'
import { OutlineMenu, type ShownOutline } from '../components/outline-menu.tsx'
import { PathCrumbs } from '../components/path-crumbs.tsx'
import { Prose } from '../components/prose.tsx'
import { type RefChoices, RefSwitcher, type ShownRef } from '../components/ref-switcher.tsx'
import { SourceLines } from '../components/source-lines.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type BlobContent =
  | { kind: 'text'; lines: readonly LineText[] }
  | { kind: 'document'; html: SafeHtml }
  | { kind: 'picture' }
  | { kind: 'link'; target: string }
  | { kind: 'binary' }
  | { kind: 'too-large' }

export type BlobProps = {
  chrome: Chrome
  repo: RepoHead
  current: ShownRef
  refs: RefChoices
  path: string
  size: number
  content: BlobContent
  commit: CommitSummary
  outline: ShownOutline
  /** For what can be read as a document and as its source. */
  views: { document: string; source: string } | null
}

export function BlobView(props: BlobProps) {
  const { chrome, repo, current, path, refs, commit } = props
  return (
    <RepoFrame chrome={chrome} repo={repo} title={`${path} at ${current.name}`}>
      <h1 class="sr-only">{path}</h1>
      <div class="code-bar">
        <RefSwitcher repo={repo} current={current} refs={refs} page="blob" path={path} />
        <PathCrumbs repo={repo} refName={current.name} path={path} />
        {props.outline.length > 0 && (
          <div class="code-bar-end">
            <OutlineMenu entries={props.outline} />
          </div>
        )}
      </div>
      <section class="panel blob" aria-label="File">
        <header class="panel-head tree-head">
          <CommitLine repo={repo} commit={commit} />
        </header>
        <BlobBar {...props} />
        <BlobBody {...props} />
      </section>
    </RepoFrame>
  )
}

function BlobBar({ repo, current, path, size, content, views }: BlobProps) {
  const lines = content.kind === 'text' ? `${linesOf(content.lines.length)} · ` : ''
  const raw = codeUrl(repo, 'raw', current.name, path)
  const hasLines = content.kind === 'text' || content.kind === 'document'
  return (
    <div class="blob-bar">
      {views && (
        <nav class="segments" aria-label="How it is shown">
          <a href={views.document} aria-current={content.kind === 'document' ? 'page' : undefined}>
            Document
          </a>
          <a href={views.source} aria-current={content.kind === 'document' ? undefined : 'page'}>
            Source
          </a>
        </nav>
      )}
      <span class="muted blob-size">
        {lines}
        {fileSize(size)}
      </span>
      <div class="blob-tools">
        <LinkButton size="small" href={codeUrl(repo, 'commits', current.name, path)} icon="history">
          History
        </LinkButton>
        {hasLines && (
          <LinkButton size="small" href={codeUrl(repo, 'blame', current.name, path)} icon="people">
            Blame
          </LinkButton>
        )}
        <LinkButton size="small" href={raw} icon="file-code">
          Raw
        </LinkButton>
        <LinkButton size="small" href={raw} icon="download" download={path.split('/').at(-1)}>
          Download
        </LinkButton>
        {repo.can.push && current.kind === 'branch' && content.kind !== 'link' && (
          <>
            {hasLines && (
              <LinkButton size="small" href={codeUrl(repo, 'edit', current.name, path)} icon="pencil">
                Edit
              </LinkButton>
            )}
            <LinkButton size="small" href={codeUrl(repo, 'delete', current.name, path)} icon="trash">
              Delete
            </LinkButton>
          </>
        )}
      </div>
    </div>
  )
}

function BlobBody({ repo, current, path, content }: BlobProps) {
  const raw = codeUrl(repo, 'raw', current.name, path)
  switch (content.kind) {
    case 'text':
      return content.lines.length === 0 ? (
        <EmptyState icon="file" title="This file is empty" />
      ) : (
        <SourceLines lines={content.lines} />
      )
    case 'document':
      return (
        <div class="panel-body readme-body">
          <Prose html={content.html} />
        </div>
      )
    case 'picture':
      return (
        <div class="blob-picture">
          <img src={raw} alt={path.split('/').at(-1) ?? ''} />
        </div>
      )
    case 'link':
      return (
        <EmptyState icon="file-symlink-file" title="A link">
          <p>
            It points to <code class="break">{content.target}</code>.
          </p>
        </EmptyState>
      )
    case 'binary':
      return (
        <EmptyState
          icon="file-binary"
          title="This file is not text"
          action={<LinkButton href={raw}>Open it raw</LinkButton>}
        >
          <p>There is nothing that a page could show of it.</p>
        </EmptyState>
      )
    case 'too-large':
      return (
        <EmptyState icon="file" title="Too large to show" action={<LinkButton href={raw}>Open it raw</LinkButton>}>
          <p>A page of it would be slow to come and slower to scroll. The whole file is there raw.</p>
        </EmptyState>
      )
  }
}

function linesOf(count: number): string {
  return count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`
}
