import type { FileDiff } from '../../../features/diffs/get-diff.ts'
import type { FileTreeProps, TreeFile } from '../components/file-tree.tsx'
import { type PageInfo, pageHref } from '../components/pagination.tsx'

/** With more of them a list of all would be most of the page. */
const mostListed = 500
const mostFound = 200
const longestQuery = 200

interface TreePlace {
  readonly path: string
  readonly page: PageInfo
  /** What somebody looks for, where not all are listed. */
  readonly find: string
}

/** The files beside a change: all of them, or those of the page, or those that were looked for. */
export function treeOfFiles(
  files: readonly FileDiff[],
  isViewed: (file: FileDiff) => boolean,
  { path, page, find }: TreePlace,
): Pick<FileTreeProps, 'files' | 'find'> {
  const listed = (file: FileDiff, index: number): TreeFile => {
    const on = Math.floor(index / page.perPage) + 1
    const elsewhere = on === page.page ? '' : pageHref({ ...page, path }, on)
    const href = `${elsewhere}#file-${index + 1}`
    return { path: file.path, number: index + 1, kind: file.kind, href, isViewed: isViewed(file) }
  }
  if (files.length <= mostListed) return { files: files.map(listed), find: null }
  const q = find.trim().slice(0, longestQuery)
  const words = q.toLowerCase().split(/\s+/)
  const first = (page.page - 1) * page.perPage
  const chosen = files.flatMap((file, index) => {
    const isChosen =
      q === ''
        ? index >= first && index < first + page.perPage
        : words.every((word) => file.path.toLowerCase().includes(word))
    return isChosen ? [listed(file, index)] : []
  })
  const kept = { ...page.query, ...(page.page > 1 ? { page: String(page.page) } : {}) }
  return {
    files: chosen.slice(0, mostFound),
    find: { action: path, kept, q, isCut: chosen.length > mostFound },
  }
}
