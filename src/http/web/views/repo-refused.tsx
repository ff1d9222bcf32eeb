import { repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { repoTabs } from '../layout/repo-tabs.ts'
import { type ErrorStatus, errorTexts, sentence } from './error-texts.ts'

export type RepoRefused = {
  repo: RepoHead
  /** The first word of the address behind the repository's. */
  section: string
}

type RepoRefusedProps = RepoRefused & { chrome: Chrome; status: ErrorStatus; detail: string }

/** Something was not done in a repository that its reader sees: the frame stays, and so do the ways back. */
export function RepoRefusedView({ chrome, repo, section, status, detail }: RepoRefusedProps) {
  const text = errorTexts[status]
  const base = repoUrl(repo)
  const tab = repoTabs.find(({ path, isFor }) => path === `/${section}` && (isFor?.(repo) ?? true))
  return (
    <RepoFrame chrome={chrome} repo={repo} title={text.title}>
      <article class="error-page">
        <p class="error-status" aria-hidden="true">
          {status}
        </p>
        <h1>{text.title}</h1>
        <p class="error-happened break">{sentence(detail)}</p>
        <p>{text.kept}</p>
        <p>{status === 403 ? whomToAsk(repo) : text.next}</p>
        <div class="error-actions">
          {tab !== undefined && (
            <LinkButton href={base + tab.path} icon={tab.icon} tone="primary">
              {tab.label}
            </LinkButton>
          )}
          <LinkButton href={base} icon="code" tone={tab === undefined ? 'primary' : 'default'}>
            Go to the repository
          </LinkButton>
        </div>
      </article>
    </RepoFrame>
  )
}

function whomToAsk({ owner, slug, isArchived, can }: RepoHead): string {
  if (isArchived) return can.own ? 'You can bring it back in its settings.' : `${owner} can bring it back.`
  return `A maintainer of ${owner}/${slug} can give you another role. A form left open for a long time may also need a reload.`
}
