import { codeUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { Panel } from '../components/panel.tsx'
import { type RefChoices, RefSwitcher, type ShownRef } from '../components/ref-switcher.tsx'
import { RepoSearchKinds } from '../components/search-kinds.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type FindFileProps = {
  chrome: Chrome
  repo: RepoHead
  current: ShownRef
  refs: RefChoices
  q: string
  paths: readonly string[]
  total: number
  /** Where the script gets all paths from. */
  pathsHref: string
}

/** A form that any browser can send; the script answers while the reader types. */
export function FindFileView({ chrome, repo, current, refs, q, paths, total, pathsHref }: FindFileProps) {
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Find a file">
      <PageHead title="Find a file" />
      <div class="finder-bar">
        {/* Beside the form, not in it: it has one of its own. */}
        <RefSwitcher repo={repo} current={current} refs={refs} page="find" path="" />
        <form
          method="get"
          action={codeUrl(repo, 'find', current.address)}
          class="finder-form"
          role="search"
          data-finder
        >
          <label class="sr-only" for="finder-q">
            Part of the path
          </label>
          <input
            id="finder-q"
            class="input"
            type="search"
            name="q"
            value={q}
            placeholder="Part of the path"
            autocomplete="off"
            spellcheck={false}
            autofocus
            data-paths={pathsHref}
            data-blob={codeUrl(repo, 'blob', current.address)}
          />
          <Button>Find</Button>
        </form>
      </div>
      <RepoSearchKinds kind="files" repo={repo} refName={current.address} q={q} />
      <Panel flush>
        <ul class="finder-list" role="list" aria-label="Files" data-finder-list>
          {paths.map((path) => (
            <FoundFile key={path} path={path} href={codeUrl(repo, 'blob', current.address, path)} />
          ))}
        </ul>
        <template data-finder-row>
          <FoundFile path="" href="" />
        </template>
        <p class="list-note" role="status" data-finder-count>
          {total > paths.length
            ? `The first ${paths.length} of ${total.toLocaleString('en')} are listed.`
            : `${total.toLocaleString('en')} ${total === 1 ? 'file' : 'files'}`}
        </p>
        {/* The script finds more than the server: letters that only follow each other. */}
        <div data-finder-none hidden={total > 0}>
          <EmptyState icon="search" title="No such file" />
        </div>
      </Panel>
    </RepoFrame>
  )
}

function FoundFile({ path, href }: { path: string; href: string }) {
  return (
    <li>
      <Icon name="file" />
      <a class="quiet-link break" href={href}>
        {path}
      </a>
    </li>
  )
}
