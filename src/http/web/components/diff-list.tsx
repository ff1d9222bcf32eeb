import type { RepoName } from '../code-urls.ts'
import { LinkButton } from './button.tsx'
import { wordsOf } from './code-words.tsx'
import { DiffCounts, diffWords, type ShownDiff } from './diff-file.tsx'
import { DiffFiles, type WaitingFiles } from './diff-files.tsx'
import type { DiffStyle } from './diff-rows.ts'
import { Icon } from './icon.tsx'
import { type PageInfo, Pagination } from './pagination.tsx'
import { type SpaceChoice, SpaceLink } from './space-link.tsx'
import { WrapLines } from './wrap-lines.tsx'

export type DiffListProps = {
  repo: RepoName
  /** The new state, whose files are linked to. */
  sha: string
  files: readonly ShownDiff[]
  /** Those of them that the page had no room for. */
  waiting: readonly WaitingFiles[]
  stats: { files: number; additions: number; deletions: number }
  pagination: PageInfo
  style: DiffStyle
  styleHrefs: Readonly<Record<DiffStyle, string>>
  /** Where white space can be left out. */
  space?: SpaceChoice | undefined
  /** Where it can be had as text, by what it is called. */
  texts?: Readonly<Record<string, string>> | undefined
}

/** What changed, file by file, after a list that leads to each. */
export function DiffList({ repo, sha, files, waiting, stats, style, styleHrefs, texts = {}, ...props }: DiffListProps) {
  return (
    <section class="diff" aria-label="Changes">
      <div class="diff-bar">
        <h2>
          {stats.files.toLocaleString('en')} {stats.files === 1 ? 'file' : 'files'} changed{' '}
          <DiffCounts additions={stats.additions} deletions={stats.deletions} />
        </h2>
        <span class="diff-texts">
          {Object.entries(texts).map(([word, href]) => (
            <LinkButton key={word} size="small" tone="ghost" href={href}>
              {word}
            </LinkButton>
          ))}
          {props.space && <SpaceLink choice={props.space} />}
          {style === 'unified' && <WrapLines />}
        </span>
        <nav class="segments" aria-label="How changes are shown">
          <a href={styleHrefs.unified} aria-current={style === 'unified' ? 'page' : undefined}>
            Unified
          </a>
          <a href={styleHrefs.split} aria-current={style === 'split' ? 'page' : undefined}>
            Split
          </a>
        </nav>
      </div>
      {files.length > 1 && (
        <details class="panel diff-index" open={files.length <= 30}>
          <summary>
            <Icon name="chevron-right" class="diff-chevron" />
            Files
          </summary>
          <ul role="list">
            {files.map((file) => (
              <li key={file.number}>
                <Icon name={diffWords[file.kind].icon} label={diffWords[file.kind].word} />
                <a class="quiet-link break" href={`#file-${file.number}`}>
                  {wordsOf(file.path)}
                </a>
                <DiffCounts additions={file.additions} deletions={file.deletions} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <DiffFiles {...{ repo, sha, files, waiting, style }} />
      <Pagination info={props.pagination} noun="files" />
    </section>
  )
}
