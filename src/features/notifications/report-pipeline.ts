import type { App } from '../../app.ts'
import { isBad } from '../../core/bad-end.ts'
import { Fault } from '../../core/errors.ts'
import type { Repo } from '../../core/repo.ts'
import type { User } from '../../core/user.ts'
import { readTitles } from '../commits/read-titles.ts'
import type { Block } from '../mail/compose-mail.ts'
import type { PipelineDetail, PipelineJob } from '../pipelines/pipeline.ts'
import { findPipelineById } from '../pipelines/read-pipelines.ts'
import { findFirstError } from '../pipelines/search-log.ts'
import { refType, shortRef } from '../pipelines/short-ref.ts'
import { findRepoById } from '../repos/find-repo.ts'
import { inNameOf } from '../threads/may-read.ts'
import { shorten, shortLine } from './shorten.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'objects' | 'turns'>

const mostJobs = 10
const mostOfError = 1000

export interface PipelineReport {
  /** What became of it, after its name: `failed`. */
  readonly outcome: string
  readonly blocks: readonly Block[]
}

/** How a pipeline went, for whoever started it. Lines of its log are masked by the time that they are kept. */
export async function reportPipeline(
  app: Needs,
  user: User,
  { repoId, pipelineId }: { readonly repoId: number; readonly pipelineId: number },
): Promise<PipelineReport | null> {
  const repo = await findRepoById(app.db, repoId)
  const pipeline = repo === null ? null : await findPipelineById(app, repo, pipelineId)
  if (repo === null || pipeline === null) return null
  const titles = await readTitles(app, repo, [pipeline.sha])
  const facts = [
    `Commit ${pipeline.sha.slice(0, 10)} ${shortLine(titles.get(pipeline.sha) ?? '')}`.trim(),
    whereOf(pipeline),
    ...failedJobs(pipeline).slice(0, mostJobs).map(howItFailed),
  ]
  return {
    outcome: outcomeOf(pipeline),
    blocks: [facts.join('\n'), ...(pipeline.status === 'success' ? [] : await troubleOf(app, user, repo, pipeline))],
  }
}

function outcomeOf({ status }: PipelineDetail): string {
  if (status === 'success') return 'passed'
  if (status === 'canceled') return 'was stopped'
  return status === 'timed_out' ? 'timed out' : 'failed'
}

function whereOf({ ref, pull }: PipelineDetail): string {
  if (pull !== null) return `Pull request #${pull}`
  return `${refType(ref) === 'tag' ? 'Tag' : 'Branch'} ${shortLine(shortRef(ref))}`
}

function failedJobs({ jobs }: PipelineDetail): readonly PipelineJob[] {
  return jobs.filter(({ status, allowFailure }) => isBad(status) && !allowFailure)
}

function howItFailed({ name, status, exitCode }: PipelineJob): string {
  const how = status === 'timed_out' ? 'took too long' : 'failed'
  return `Job ${shortLine(name)} ${how}${exitCode === null ? '' : ` with exit code ${exitCode}`}`
}

async function troubleOf(app: Needs, user: User, repo: Repo, pipeline: PipelineDetail): Promise<readonly Block[]> {
  const blocks: Block[] = pipeline.error === null ? [] : [{ quoted: shorten(pipeline.error, mostOfError).text }]
  if (failedJobs(pipeline).length === 0) return blocks
  const line = await findFirstError(app, inNameOf(user), { owner: repo.owner, repo: repo.slug }, pipeline).catch(
    (error: unknown) => {
      // Too many search at this moment: it can be found on the page.
      if (error instanceof Fault) return null
      throw error
    },
  )
  if (line === null) return blocks
  return [...blocks, `Line ${line.number} of the log:`, { quoted: shorten(line.text, mostOfError).text }]
}
