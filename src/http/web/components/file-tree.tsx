import { wordsOf } from './code-words.tsx'
import { diffWords, type ShownDiff } from './diff-file.tsx'
import { Icon } from './icon.tsx'

export type TreeFile = {
  path: string
  /** Its place in the whole, which names it on the page. */
  number: number
  kind: ShownDiff['kind']
  /** On this page, or on the one that it is on. */
  href: string
  isViewed: boolean
}

/** What is in it, as it came. */
type Folder = { name: string; folders: Map<string, Folder>; entries: (Folder | TreeFile)[] }

export type FoundFiles = {
  /** What leads there, and what the address says besides. */
  action: string
  kept: Readonly<Record<string, string>>
  q: string
  /** More than are listed. */
  isCut: boolean
}

export type FileTreeProps = {
  files: readonly TreeFile[]
  /** Of all that changed. */
  total: number
  /** Null for strangers. */
  viewed: number | null
  /** Where there are too many for one list, the server finds them by name; null where the script does. */
  find: FoundFiles | null
}

/** The files that changed, in their folders, with how many of them were ticked off. */
export function FileTree({ files, total, viewed, find }: FileTreeProps) {
  return (
    <nav class="panel files-tree" aria-label="Files" data-file-tree>
      {viewed !== null && (
        <p class="files-progress">
          <span role="status" data-viewed>
            {viewed.toLocaleString('en')} of {total.toLocaleString('en')} viewed
          </span>
          <progress value={viewed} max={Math.max(1, total)} aria-label="Files viewed" />
        </p>
      )}
      {find === null ? (
        <input
          class="input files-filter"
          type="search"
          placeholder="Filter files"
          aria-label="Filter files"
          autocomplete="off"
          spellcheck={false}
          data-tree-filter
          hidden={files.length < 2}
        />
      ) : (
        <FindFiles total={total} find={find} />
      )}
      <Branch folder={treeOf(files)} />
      <p class="list-note" data-tree-nothing hidden={files.length > 0}>
        No matching files.
      </p>
    </nav>
  )
}

function FindFiles({ total, find }: { total: number; find: FoundFiles }) {
  return (
    <form method="get" action={find.action} role="search" aria-label="Files">
      {Object.entries(find.kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        class="input files-filter"
        type="search"
        name="find"
        value={find.q}
        placeholder="Part of a path, then Enter"
        aria-label="Find a file"
        autocomplete="off"
        spellcheck={false}
      />
      <p class="files-note muted">
        {find.q === ''
          ? `Of ${total.toLocaleString('en')} files, those on this page:`
          : find.isCut
            ? 'The first matches:'
            : 'All matches:'}
      </p>
    </form>
  )
}

/** In the order of the changes beside it: who goes down the one goes down the other. */
function treeOf(files: readonly TreeFile[]): Folder {
  const root = emptyFolder('')
  for (const file of files) {
    let at = root
    for (const name of file.path.split('/').slice(0, -1)) {
      at = at.folders.get(name) ?? addFolder(at, name)
    }
    at.entries.push(file)
  }
  return root
}

function addFolder(to: Folder, name: string): Folder {
  const folder = emptyFolder(name)
  to.folders.set(name, folder)
  to.entries.push(folder)
  return folder
}

function emptyFolder(name: string): Folder {
  return { name, folders: new Map(), entries: [] }
}

/** A folder with nothing in it but another is named together with that. */
function folded(folder: Folder): Folder {
  const [only, ...others] = folder.entries
  if (only === undefined || others.length > 0 || !('entries' in only)) return folder
  const inner = folded(only)
  return { ...inner, name: `${folder.name}/${inner.name}` }
}

function Branch({ folder }: { folder: Folder }) {
  return (
    <ul role="list">
      {folder.entries.map((entry) =>
        'entries' in entry ? (
          <SubFolder key={entry.name} folder={folded(entry)} />
        ) : (
          <File key={entry.number} file={entry} />
        ),
      )}
    </ul>
  )
}

function SubFolder({ folder }: { folder: Folder }) {
  return (
    <li>
      <details open data-tree-folder>
        <summary title={folder.name}>
          <Icon name="chevron-right" class="tree-chevron" />
          <span class="files-name">{wordsOf(folder.name)}</span>
        </summary>
        <Branch folder={folder} />
      </details>
    </li>
  )
}

function File({ file }: { file: TreeFile }) {
  return (
    <li data-tree-file={file.path}>
      <a
        href={file.href}
        title={file.path}
        class={file.isViewed ? 'is-viewed' : undefined}
        data-tree-number={file.number}
      >
        <Icon name={diffWords[file.kind].icon} label={diffWords[file.kind].word} class="tree-kind" />
        <Icon name="check" label="Viewed" class="tree-check" />
        <span class="files-name">{wordsOf(file.path.split('/').at(-1) ?? '')}</span>
      </a>
    </li>
  )
}
