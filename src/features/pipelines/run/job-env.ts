import { refType, shortRef } from '../short-ref.ts'
import type { Run } from './run.ts'

/** What a job finds in its environment before anybody has said anything. */
export function baseEnv(): Readonly<Record<string, string>> {
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/home/job',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
  }
}

/** What it can rely on: nothing that a file or a variable says changes these. */
export function ownEnv({ repo, pipeline }: Run, job: string): Readonly<Record<string, string>> {
  return {
    CI: 'true',
    CI_PIPELINE_ID: pipeline.uuid,
    CI_COMMIT_SHA: pipeline.commit_sha,
    CI_REF: shortRef(pipeline.ref),
    CI_REF_TYPE: refType(pipeline.ref),
    CI_REPOSITORY: `${repo.owner}/${repo.slug}`,
    CI_JOB_NAME: job,
  }
}
