import { type RepoName, repoUrl } from '../code-urls.ts'

type CiTabsProps = { repo: RepoName & { can: { configure: boolean } }; path: string }

/** The pages of a repository that have to do with pipelines. */
export function CiTabs({ repo, path }: CiTabsProps) {
  const base = `${repoUrl(repo)}/ci`
  const tabs = [
    { label: 'Pipelines', href: `${base}/pipelines` },
    { label: 'Configuration', href: `${base}/config` },
  ]
  if (repo.can.configure) tabs.push({ label: 'Variables', href: `${base}/variables` })
  return (
    <nav class="segments ci-tabs" aria-label="Pipelines">
      {tabs.map(({ label, href }) => (
        <a key={href} href={href} aria-current={`${path}/`.startsWith(`${href}/`) ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
