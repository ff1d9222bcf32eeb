import { exactTag } from '../../../core/ref-name.ts'
import { shortSha } from '../../../core/sha.ts'
import { type CodePage, codeUrl, newBranchUrl, type RepoName, repoUrl } from '../code-urls.ts'
import { Icon } from './icon.tsx'

export type ShownRef = { name: string; address: string; kind: 'branch' | 'tag' | 'commit'; sha: string }

export type RefChoices = {
  branches: { names: readonly string[]; total: number }
  tags: { names: readonly string[]; total: number }
}

type RefSwitcherProps = {
  repo: RepoName & { isEmpty: boolean; can: { push: boolean } }
  current: ShownRef
  refs: RefChoices
  /** The page that is shown again for another branch or tag, at the same path. */
  page: CodePage
  path: string
}

const manyRefs = 8

const icons = { branch: 'git-branch', tag: 'tag', commit: 'git-commit' } as const

export function shownRefName({ name, kind }: Pick<ShownRef, 'name' | 'kind'>): string {
  return kind === 'commit' ? shortSha(name) : name
}

export function RefSwitcher({ repo, current, refs, page, path }: RefSwitcherProps) {
  const canMake = repo.can.push && !repo.isEmpty
  const link = (name: string, address = name) => ({
    name,
    href: codeUrl(repo, page, address, path),
    isCurrent: address === current.address,
  })
  return (
    <details
      class="menu ref-switcher"
      data-menu
      data-ref={current.address}
      data-find-file={codeUrl(repo, 'find', current.address)}
      data-permalink={codeUrl(repo, page, current.sha, path)}
      data-blame={page === 'blob' ? codeUrl(repo, 'blame', current.address, path) : undefined}
    >
      <summary class="button button-default ref-face" title={current.name}>
        <Icon name={icons[current.kind]} label={current.kind} />
        <span class="ref-name">{shownRefName(current)}</span>
        <Icon name="chevron-down" class="menu-chevron" />
      </summary>
      <div class="menu-sheet menu-start ref-sheet">
        {(canMake || refs.branches.total + refs.tags.total > manyRefs) && (
          <FindRef repo={repo} hasAll={areAll(refs)} canMake={canMake} />
        )}
        {canMake && <NewBranch repo={repo} from={current.address} />}
        <RefGroup
          title="Branches"
          links={refs.branches.names.map((name) => link(name))}
          total={refs.branches.total}
          all={`${repoUrl(repo)}/branches`}
        />
        {refs.tags.total > 0 && (
          <RefGroup
            title="Tags"
            links={refs.tags.names.map((name) => link(name, exactTag(name)))}
            total={refs.tags.total}
            all={`${repoUrl(repo)}/tags`}
          />
        )}
      </div>
    </details>
  )
}

function areAll({ branches, tags }: RefChoices): boolean {
  return branches.names.length === branches.total && tags.names.length === tags.total
}

/** Among those that are offered while somebody types; among all of them by Enter, and without a script. */
function FindRef({ repo, hasAll, canMake }: { repo: RepoName; hasAll: boolean; canMake: boolean }) {
  const label = canMake ? 'Find or create a branch' : 'Find a branch'
  return (
    <form
      class="ref-find"
      method="get"
      action={`${repoUrl(repo)}/branches`}
      role="search"
      aria-label="Branches and tags"
    >
      <input
        class="input"
        type="search"
        name="q"
        placeholder={canMake ? 'Find or create' : label}
        aria-label={label}
        autocomplete="off"
        spellcheck={false}
        data-ref-filter={hasAll ? 'all' : 'some'}
      />
    </form>
  )
}

/** The script fills in what is typed, and leaves the entry away where there is a branch of that name. */
function NewBranch({ repo, from }: { repo: RepoName; from: string }) {
  return (
    <a class="menu-entry" href={newBranchUrl(repo, { from })} data-ref-new>
      <Icon name="plus" />
      <span class="break">
        New branch<span data-ref-new-name></span>
      </span>
    </a>
  )
}

type RefGroupProps = {
  title: string
  links: readonly { name: string; href: string; isCurrent: boolean }[]
  total: number
  all: string
}

function RefGroup({ title, links, total, all }: RefGroupProps) {
  return (
    <>
      <p class="menu-head" data-ref-head>
        {title}
      </p>
      {links.map(({ name, href, isCurrent }) => (
        <a key={name} class="menu-entry" href={href} data-ref-name={name} aria-current={isCurrent ? 'true' : undefined}>
          <Icon name="check" class="ref-check" />
          <span class="break">{name}</span>
        </a>
      ))}
      {total > links.length && (
        <a class="menu-entry" href={all}>
          <span>
            All {total.toLocaleString('en')} {title.toLowerCase()}
          </span>
        </a>
      )}
    </>
  )
}
