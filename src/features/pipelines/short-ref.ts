/** As people write it: `main` for `refs/heads/main`; what is neither branch nor tag stays as it is. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '')
}

/** The other way: a plain name is that of a branch. */
export function fullRef(name: string): string {
  return name.startsWith('refs/') ? name : `refs/heads/${name}`
}
