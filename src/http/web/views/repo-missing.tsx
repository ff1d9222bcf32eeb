import type { ComponentChildren } from 'preact'
import { codeUrl, repoUrl } from '../code-urls.ts'
import { LinkButton } from '../components/button.tsx'
import type { IconName } from '../components/icon.tsx'
import { type ShownRef, shownRefName } from '../components/ref-switcher.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { plainQuery, type ThreadKind, threadsUrl } from '../thread-query.ts'

export type Missing =
  | { kind: 'path'; revision: Pick<ShownRef, 'name' | 'address' | 'kind'>; path: string }
  /** The name may go on with a path: nobody knows where one would end and the other begin. */
  | { kind: 'revision'; name: string }
  | { kind: 'commit'; name: string }
  | { kind: 'issue' | 'pull' }
  | { kind: 'page' }

export type RepoMissingProps = { chrome: Chrome; repo: RepoHead; missing: Missing }

/** Something is not there, in a repository that is: its frame stays, and so do the ways on. */
export function RepoMissingView({ chrome, repo, missing }: RepoMissingProps) {
  const { title, text, ways } = tell(repo, missing)
  return (
    <RepoFrame chrome={chrome} repo={repo} title={title}>
      <article class="error-page">
        <p class="error-status" aria-hidden="true">
          404
        </p>
        <h1>{title}</h1>
        <p class="break">{text}</p>
        <div class="error-actions">
          {ways.map(({ href, icon, label }, at) => (
            <LinkButton key={href} href={href} icon={icon} tone={at === 0 ? 'primary' : 'default'}>
              {label}
            </LinkButton>
          ))}
        </div>
      </article>
    </RepoFrame>
  )
}

type Way = { href: string; icon: IconName; label: string }

type Told = { title: string; text: ComponentChildren; ways: readonly Way[] }

function tell(repo: RepoHead, missing: Missing): Told {
  const base = repoUrl(repo)
  const code: Way = {
    href: base,
    icon: 'code',
    label: repo.isEmpty ? 'Go to the repository' : `Files of ${repo.defaultBranch}`,
  }
  const commits: Way = { href: codeUrl(repo, 'commits', repo.defaultBranch), icon: 'history', label: 'Commits' }
  const branches: Way = { href: `${base}/branches`, icon: 'git-branch', label: 'Branches' }
  const tags: Way = { href: `${base}/tags`, icon: 'tag', label: 'Tags' }
  switch (missing.kind) {
    case 'path': {
      const { revision, path } = missing
      return {
        title: 'No such file or folder',
        text: (
          <>
            There is no <code>{path}</code> in <code>{shownRefName(revision)}</code>. If it existed before, its history
            shows what happened to it.
          </>
        ),
        ways: [
          { href: codeUrl(repo, 'tree', revision.address), icon: 'code', label: 'All files' },
          { href: codeUrl(repo, 'commits', revision.address, path), icon: 'history', label: 'History of this path' },
          { href: codeUrl(repo, 'find', revision.address), icon: 'search', label: 'Find file' },
        ],
      }
    }
    case 'revision':
      return {
        title: 'No such branch, tag or commit',
        text: (
          <>
            There is no branch, tag or commit called <code>{missing.name}</code>
            {missing.name.includes('/') && ', or the start of it'}. A branch may have been merged and deleted.
          </>
        ),
        ways: [code, branches, tags],
      }
    case 'commit':
      return {
        title: 'No such commit',
        text: (
          <>
            No commit here has the id <code>{missing.name}</code>. It may belong to another repository, or may never
            have been pushed.
          </>
        ),
        ways: [repo.isEmpty ? code : commits, branches, tags],
      }
    case 'issue':
    case 'pull':
      return missingThread(base, missing.kind)
    case 'page':
      return {
        title: 'Page not found',
        text: (
          <>
            {repo.owner}/{repo.slug} has no such page. It may have been renamed or deleted, or you may not have access
            to it.
          </>
        ),
        ways: [{ ...code, label: 'Go to the repository' }],
      }
  }
}

function missingThread(base: string, kind: ThreadKind): Told {
  const [one, many] = kind === 'issue' ? ['issue', 'issues'] : ['pull request', 'pull requests']
  const icon = kind === 'issue' ? 'issue-opened' : 'git-pull-request'
  return {
    title: `No such ${one}`,
    text: `No ${one} here has this number: it may belong to another repository.`,
    ways: [
      { href: threadsUrl(base, kind, plainQuery), icon, label: `Open ${many}` },
      { href: threadsUrl(base, kind, { ...plainQuery, state: 'all' }), icon, label: `All ${many}` },
    ],
  }
}
