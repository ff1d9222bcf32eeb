import type { TreeEntry } from '../../git/parse-tree.ts'

/** The best known spelling first. */
const readmes = ['readme.md', 'readme.markdown', 'readme', 'readme.txt', 'readme.rst', 'readme.org', 'readme.adoc']

/** Which of a folder's entries introduces it. */
export function pickReadme<T extends Pick<TreeEntry, 'kind' | 'name'>>(entries: readonly T[]): T | null {
  const files = entries.filter((entry) => entry.kind === 'file' || entry.kind === 'executable')
  for (const name of readmes) {
    const found = files.find((file) => file.name.toLowerCase() === name)
    if (found !== undefined) return found
  }
  return null
}
