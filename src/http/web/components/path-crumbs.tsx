import { codeUrl, type RepoName } from '../code-urls.ts'
import { wordsOf } from './code-words.tsx'
import { CopyButton } from './copy-field.tsx'

type PathCrumbsProps = { repo: RepoName; refName: string; path: string }

/** The way from the root to here. */
export function PathCrumbs({ repo, refName, path }: PathCrumbsProps) {
  const parts = path === '' ? [] : path.split('/')
  return (
    <nav class="path-crumbs" aria-label="Path">
      <a href={codeUrl(repo, 'tree', refName)}>{repo.slug}</a>
      {parts.map((part, at) => {
        const to = parts.slice(0, at + 1).join('/')
        return (
          <span key={to}>
            <span class="path-slash">/</span>
            {at === parts.length - 1 ? (
              <strong aria-current="page">{wordsOf(part)}</strong>
            ) : (
              <a href={codeUrl(repo, 'tree', refName, to)}>{wordsOf(part)}</a>
            )}
          </span>
        )
      })}
      {parts.length > 0 && <CopyButton value={path} label="the path" />}
    </nav>
  )
}
