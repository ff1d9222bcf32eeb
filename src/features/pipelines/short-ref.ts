/** As people write it: `main` for `refs/heads/main`; what is neither branch nor tag stays as it is. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '')
}

/** Which of them it is: a branch and a tag may have the same name. */
export function refType(ref: string): 'branch' | 'tag' | 'pull_request' {
  if (ref.startsWith('refs/tags/')) return 'tag'
  return ref.startsWith('refs/pull/') ? 'pull_request' : 'branch'
}

/** The other way: a plain name is that of a branch. */
export function fullRef(name: string): string {
  return name.startsWith('refs/') ? name : `refs/heads/${name}`
}
