import { type RepoName, repoUrl } from './code-urls.ts'

/** Addresses of a repository's pipelines. */
export function pipelinesUrl(repo: RepoName): string {
  return `${repoUrl(repo)}/ci/pipelines`
}

export function pipelineUrl(repo: RepoName, id: string): string {
  return `${pipelinesUrl(repo)}/${id}`
}
