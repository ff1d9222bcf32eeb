import { Type } from 'typebox'
import type { CiConfig, ConfigCheck } from '../../../features/ci-config/ci-config.ts'
import { maybeText, type Presentation, plain } from './form.ts'

const checked = {
  valid: Type.Boolean(),
  errors: Type.Array(
    Type.Object({
      line: Type.Integer({ description: 'From 1' }),
      column: Type.Integer({ description: 'From 1' }),
      message: Type.String(),
    }),
  ),
}

export const ciConfig: Presentation<CiConfig> = plain(
  {
    mode: Type.String({
      enum: ['easy', 'power', 'none'],
      description: 'By `.svc-ci.yml`, by `.svc-ci/`, or not at all',
    }),
    path: maybeText,
    content: maybeText,
    sha: { ...maybeText, description: 'The id of the file' },
    commit_sha: { ...maybeText, description: 'The commit that it was read from' },
    ...checked,
  },
  (one) => ({
    mode: one.mode,
    path: one.path,
    content: one.content,
    sha: one.sha,
    commit_sha: one.commit,
    ...presentCheck(one),
  }),
)

export const ciConfigCheck: Presentation<ConfigCheck> = plain(checked, presentCheck)

function presentCheck({ valid, errors }: ConfigCheck): object {
  return { valid, errors: errors.map(({ line, column, message }) => ({ line, column, message })) }
}
