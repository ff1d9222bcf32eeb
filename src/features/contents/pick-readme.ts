import type { TreeEntry } from '../../git/parse-tree.ts'
import type { TreeListing } from '../../git/tree-listing.ts'

/** The best known spelling first. */
const readmes = ['readme.md', 'readme.markdown', 'readme', 'readme.txt', 'readme.rst', 'readme.org', 'readme.adoc']

/** Which of a folder's entries introduces it. */
export function pickReadme(folder: TreeListing): TreeEntry | null {
  const files = folder.beginningWith('readme').filter(({ kind }) => kind === 'file' || kind === 'executable')
  for (const name of readmes) {
    const found = files.find((file) => file.name.toLowerCase() === name)
    if (found !== undefined) return found
  }
  return null
}
