/** Drawn from the name alone, so that it is the same everywhere and needs no upload. */
export function avatarUrl(username: string): string {
  return `/avatars/${encodeURIComponent(username)}.svg`
}
