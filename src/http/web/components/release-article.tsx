import { exactTag } from '../../../core/ref-name.ts'
import { shortSha } from '../../../core/sha.ts'
import type { SafeHtml } from '../../../markup/markup.ts'
import { archiveUrl, codeUrl, commitUrl, compareUrl, releaseUrl, repoUrl } from '../code-urls.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { Badge } from './badge.tsx'
import { LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Prose } from './prose.tsx'
import { ReleaseAssets, type ShownAsset } from './release-assets.tsx'
import { Time } from './time.tsx'

export type ShownRelease = {
  id: string
  tag: string
  name: string
  isDraft: boolean
  isPrerelease: boolean
  isLatest: boolean
  author: string | null
  /** Null when the tag is gone. */
  sha: string | null
  at: string
  /** As text where it could not be set in time. */
  notes: { html: SafeHtml } | { text: string }
  assets: readonly ShownAsset[]
  /** The tag of the release before, where it was asked for and there is one. */
  before?: string | undefined
}

type ReleaseArticleProps = { repo: RepoHead; release: ShownRelease; level: 1 | 2 }

export function ReleaseArticle({ repo, release, level }: ReleaseArticleProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  const { notes } = release
  return (
    <article class="panel release" aria-label={release.name}>
      <header class="panel-head">
        <div class="panel-title">
          <Heading class="release-name">
            <a class="quiet-link break" href={releaseUrl(repo, release.tag)}>
              {release.name}
            </a>
            {release.isLatest && (
              <Badge tone="open" icon="check">
                Latest
              </Badge>
            )}
            {release.isPrerelease && <Badge tone="warning">Prerelease</Badge>}
            {release.isDraft && <Badge icon="lock">Draft</Badge>}
          </Heading>
          <Byline repo={repo} release={release} />
        </div>
        {repo.can.work && (
          <div class="panel-actions">
            <LinkButton
              size="small"
              icon="pencil"
              href={`${repoUrl(repo)}/releases/${release.id}/edit`}
              label={`Edit ${release.name}`}
            >
              Edit
            </LinkButton>
          </div>
        )}
      </header>
      {!isEmpty(notes) && (
        <div class="panel-body release-notes">
          {'html' in notes ? <Prose html={notes.html} /> : <pre class="plain-text">{notes.text}</pre>}
        </div>
      )}
      {release.assets.length > 0 && <ReleaseAssets assets={release.assets} />}
      {release.sha !== null && (
        <footer class="panel-foot side-downloads">
          <Icon name="download" />
          <span>
            Source as <a href={archiveUrl(repo, exactTag(release.tag), 'zip')}>.zip</a> or{' '}
            <a href={archiveUrl(repo, exactTag(release.tag), 'tar.gz')}>.tar.gz</a>
          </span>
        </footer>
      )}
    </article>
  )
}

function isEmpty(notes: ShownRelease['notes']): boolean {
  return ('html' in notes ? notes.html : notes.text).trim() === ''
}

function Byline({ repo, release }: { repo: RepoHead; release: ShownRelease }) {
  return (
    <p class="release-byline">
      {release.author !== null && <a href={`/${release.author}`}>{release.author}</a>}
      <Time at={release.at} />
      {release.sha === null ? (
        <span>
          The tag <code class="break">{release.tag}</code> no longer exists
        </span>
      ) : (
        <>
          <a class="with-icon" href={codeUrl(repo, 'tree', exactTag(release.tag))}>
            <Icon name="tag" />
            <code class="break">{release.tag}</code>
          </a>
          <a href={commitUrl(repo, release.sha)}>
            <code>{shortSha(release.sha)}</code>
          </a>
          {release.before !== undefined && (
            <a class="with-icon" href={compareUrl(repo, exactTag(release.before), exactTag(release.tag))}>
              <Icon name="git-compare" />
              <span>
                What changed since <code class="break">{release.before}</code>
              </span>
            </a>
          )}
        </>
      )}
    </p>
  )
}
