/** As people write it: `main` for `refs/heads/main`; what is neither branch nor tag stays as it is. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '')
}
