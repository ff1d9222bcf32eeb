import { type RepoName, repoUrl } from './code-urls.ts'

/** Addresses of a repository's pipelines. */
export function pipelinesUrl(repo: RepoName): string {
  return `${repoUrl(repo)}/ci/pipelines`
}

/** The picture that says how the pipelines of a branch stand; '' is the default branch. */
export function badgeUrl(repo: RepoName, branch: string): string {
  return `${repoUrl(repo)}/badge.svg${ofBranch(branch)}`
}

/** To put into a README: the picture, with its address given whole, leads to the pipelines. */
export function badgeMarkdown(home: string, repo: RepoName, branch: string): string {
  return `[![pipeline](${home}${badgeUrl(repo, branch)})](${home}${pipelinesUrl(repo)}${ofBranch(branch)})`
}

/** Brackets would end the address where Markdown is read. */
function ofBranch(branch: string): string {
  if (branch === '') return ''
  return `?branch=${encodeURIComponent(branch).replaceAll('(', '%28').replaceAll(')', '%29')}`
}

export function pipelineUrl(repo: RepoName, id: string): string {
  return `${pipelinesUrl(repo)}/${id}`
}

/** Leads to the last line of a step, or of what the runner said of a job, where one looks for why it failed. */
export function endOfLogUrl(pipeline: string, job: number, step: number | null): string {
  return `${pipeline}?jump=end&job=${job}${step === null ? '' : `&step=${step}`}`
}
