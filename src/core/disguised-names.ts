/** Characters that macOS drops from file names: `.g\u200cit` is `.git` there. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** Whether some file system takes this name for `.git`. The same names as git's own check knows. */
export function isDotGit(name: string): boolean {
  return asOnHfs(name) === '.git' || ['.git', 'git~1'].includes(asOnNtfs(name))
}

/** Whether some file system takes this name for `.gitmodules`, its short names on Windows included. */
export function isDotGitmodules(name: string): boolean {
  if (asOnHfs(name) === '.gitmodules') return true
  const plain = asOnNtfs(name)
  if (plain === '.gitmodules' || /^gitmod~[1-4]$/.test(plain)) return true
  // Once there are many such names Windows makes them from a hash: eight characters, the number growing into it.
  const hashed = /^([a-z0-9]{0,6})~[1-9]\d*$/.exec(plain)?.[1]
  return hashed !== undefined && plain.length === 8 && 'gi7eba'.startsWith(hashed)
}

function asOnHfs(name: string): string {
  return name.replaceAll(ignoredByHfs, '').toLowerCase()
}

/** Windows ends a name at a colon (what follows is a stream of the same file), and drops dots and spaces before it. */
function asOnNtfs(name: string): string {
  let end = name.search(/[:\\]/)
  if (end === -1) end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--
  return name.slice(0, end).toLowerCase()
}
