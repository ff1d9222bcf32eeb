import { codeUrl, type RepoName } from '../code-urls.ts'
import { LinkButton } from './button.tsx'

type FindFileProps = { repo: RepoName; refName: string; isTool: boolean }

/** The way to any other file, for those who do not know that `t` leads there, or have no keys. */
export function FindFile({ repo, refName, isTool }: FindFileProps) {
  return (
    <LinkButton href={codeUrl(repo, 'find', refName)} icon="file" isTool={isTool}>
      Find file
    </LinkButton>
  )
}
