import { shortSha } from '../../../core/sha.ts'
import { codeUrl, commitUrl, type RepoName } from '../code-urls.ts'
import { wordsOf } from './code-words.tsx'
import type { CommitSummary } from './commit-line.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Time } from './time.tsx'

export type ListedEntry = {
  name: string
  kind: 'file' | 'executable' | 'symlink' | 'folder' | 'submodule'
  /** Of a submodule, the commit of the other repository. */
  pinned: string | null
  lastCommit: CommitSummary | null
}

type FileListProps = {
  repo: RepoName
  refName: string
  path: string
  entries: readonly ListedEntry[]
  /** Where the list is whole, for the script that fetches it and for readers without one. */
  wholeHref: string | null
}

const looks = {
  file: { icon: 'file', word: 'File' },
  executable: { icon: 'file', word: 'Executable file' },
  symlink: { icon: 'file-symlink-file', word: 'Link' },
  folder: { icon: 'file-directory-fill', word: 'Folder' },
  submodule: { icon: 'file-submodule', word: 'Submodule' },
} satisfies Record<ListedEntry['kind'], { icon: IconName; word: string }>

export function FileList({ repo, refName, path, entries, wholeHref }: FileListProps) {
  const isWhole = entries.every(({ lastCommit }) => lastCommit !== null)
  return (
    <table class="files" data-fill-from={isWhole ? undefined : (wholeHref ?? undefined)}>
      <caption class="sr-only">Files</caption>
      <colgroup>
        <col class="name-column" />
        <col class="commit-column" />
        <col class="age-column" />
      </colgroup>
      <thead class="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Last commit</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {path !== '' && (
          <tr>
            <td class="file-name">
              <a
                href={codeUrl(repo, 'tree', refName, path.split('/').slice(0, -1).join('/'))}
                aria-label="Parent folder"
              >
                ..
              </a>
            </td>
            <td class="file-commit" />
            <td class="file-age" />
          </tr>
        )}
        {entries.map((entry) => (
          <FileRow key={entry.name} entry={entry} repo={repo} refName={refName} path={path} />
        ))}
      </tbody>
    </table>
  )
}

type FileRowProps = Omit<FileListProps, 'entries' | 'wholeHref'> & { entry: ListedEntry }

function FileRow({ entry, repo, refName, path }: FileRowProps) {
  const { icon, word } = looks[entry.kind]
  const full = path === '' ? entry.name : `${path}/${entry.name}`
  const href = codeUrl(repo, entry.kind === 'folder' ? 'tree' : 'blob', refName, full)
  const { lastCommit } = entry
  return (
    <tr>
      <td class="file-name">
        <Icon name={icon} label={word} class={entry.kind === 'folder' ? 'folder-icon' : 'file-icon'} />
        <a href={href}>{wordsOf(entry.name)}</a>
        {entry.pinned !== null && <code class="muted"> @ {shortSha(entry.pinned)}</code>}
      </td>
      <td class="file-commit">
        {lastCommit && (
          <a class="quiet-link" href={commitUrl(repo, lastCommit.sha)} title={lastCommit.title}>
            {lastCommit.title}
          </a>
        )}
      </td>
      <td class="file-age">{lastCommit && <Time at={lastCommit.at} />}</td>
    </tr>
  )
}
