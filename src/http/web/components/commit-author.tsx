type CommitAuthorProps = { commit: { author: string; username?: string | undefined } }

/** Called as the commit says. Whose address belongs to an account here is a way to it. */
export function CommitAuthor({ commit: { author, username } }: CommitAuthorProps) {
  if (username === undefined) return <span class="break">{author}</span>
  return (
    <a class="quiet-link break" href={`/${username}`}>
      {author}
    </a>
  )
}
