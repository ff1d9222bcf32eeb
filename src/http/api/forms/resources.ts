import {
  deployKey,
  emailVerification,
  newToken,
  passkey,
  recoveryCodes,
  session,
  sshKey,
  token,
  twoFactorSetUp,
} from './account-things.ts'
import { adminUser, auditEntry, job } from './admin-things.ts'
import { branchCommit } from './branch-commit.ts'
import { branchProtection } from './branch-protection.ts'
import { ciConfig, ciConfigCheck } from './ci-config.ts'
import { ciVariable } from './ci-variable.ts'
import { blame, commitDetail, comparison, entry, file, fileDiff, language, listedFile, pullFile } from './code.ts'
import { combinedStatus, commitStatus } from './commit-status.ts'
import { fileCommit, filesCommit } from './file-commit.ts'
import type { Form, Presentation } from './form.ts'
import { branch, commit, tag } from './git-things.ts'
import { importState } from './import.ts'
import { attachment, issueTemplate, label, milestone } from './issue-things.ts'
import { mergeResult } from './merge-result.ts'
import { mergeSettings } from './merge-settings.ts'
import { mirror } from './mirror.ts'
import { artifact, logLine, pipeline, pipelineDetail } from './pipeline.ts'
import { pull } from './pull.ts'
import { pullVersion, versionComparison } from './pull-version.ts'
import { pushMirror } from './push-mirror.ts'
import { release, releaseAsset, releaseNotes } from './release.ts'
import { repo } from './repo.ts'
import { pullComment, review, reviewDetail } from './review.ts'
import { sbomChanges, sbomComponent } from './sbom.ts'
import { access, collaborator, team, teamMember, teamRepo } from './sharing.ts'
import { login, refreshedTokens, sessionGrant } from './sign-in.ts'
import { subscription } from './subscription.ts'
import { tagProtection } from './tag-protection.ts'
import { comment, issue } from './thread.ts'
import { reaction, textVersion, timelineItem } from './timeline.ts'
import { ownUser, user } from './user.ts'
import { hookDelivery, hookDeliveryDetail, replayed, webhook } from './webhook.ts'

/** Everything that the API can show. A new thing does not compile until it has both forms. */
export const resources = {
  user,
  ownUser,
  login,
  sessionGrant,
  refreshedTokens,
  token,
  newToken,
  session,
  sshKey,
  passkey,
  twoFactorSetUp,
  recoveryCodes,
  emailVerification,
  adminUser,
  auditEntry,
  job,
  repo,
  import: importState,
  mirror,
  pushMirror,
  branch,
  tag,
  commit,
  commitDetail,
  entry,
  file,
  listedFile,
  fileDiff,
  comparison,
  blame,
  language,
  branchProtection,
  tagProtection,
  fileCommit,
  filesCommit,
  branchCommit,
  deployKey,
  release,
  releaseAsset,
  releaseNotes,
  webhook,
  hookDelivery,
  hookDeliveryDetail,
  replayed,
  team,
  teamMember,
  teamRepo,
  collaborator,
  access,
  issue,
  comment,
  label,
  milestone,
  commitStatus,
  combinedStatus,
  pull,
  timelineItem,
  textVersion,
  reaction,
  attachment,
  issueTemplate,
  mergeResult,
  mergeSettings,
  pullFile,
  pullComment,
  review,
  reviewDetail,
  pullVersion,
  versionComparison,
  pipeline,
  pipelineDetail,
  logLine,
  artifact,
  ciVariable,
  sbomComponent,
  sbomChanges,
  ciConfig,
  ciConfigCheck,
  subscription,
} as const satisfies Readonly<Record<string, Readonly<Record<Form, unknown>>>>

type Resources = typeof resources

export type ResourceName = keyof Resources

/** What a handler has to return for a resource. */
export type ValueOf<R extends ResourceName> = Resources[R] extends Presentation<infer T> ? T : never
