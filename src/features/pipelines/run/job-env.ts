import { refType, shortRef } from '../short-ref.ts'
import type { Origin } from './origin-of.ts'
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
export function ownEnv({ app, repo, pipeline }: Run, { branch, tag, pull }: Origin): Readonly<Record<string, string>> {
  return {
    CI: 'true',
    CI_SERVER_URL: app.config.BASE_URL,
    CI_WORKSPACE: '/workspace',
    CI_PIPELINE_ID: pipeline.uuid,
    CI_PIPELINE_NUMBER: String(pipeline.number),
    CI_EVENT: pipeline.trigger_event,
    CI_COMMIT_SHA: pipeline.commit_sha,
    CI_REF: shortRef(pipeline.ref),
    CI_REF_TYPE: refType(pipeline.ref),
    CI_REPOSITORY: `${repo.owner}/${repo.slug}`,
    ...(branch === null ? {} : { CI_BRANCH: branch }),
    ...(tag === null ? {} : { CI_TAG: tag }),
    ...(pull === null ? {} : { CI_PULL_REQUEST: String(pull.number) }),
  }
}
