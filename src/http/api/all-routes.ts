import type { Route } from './route.ts'
import { adminRoutes } from './routes/admin.ts'
import { attachmentRoutes } from './routes/attachments.ts'
import { authRoutes } from './routes/auth.ts'
import { branchProtectionRoutes } from './routes/branch-protections.ts'
import { branchRoutes } from './routes/branches.ts'
import { carryCommitRoutes } from './routes/carry-commit.ts'
import { ciConfigRoutes } from './routes/ci-config.ts'
import { ciVariableRoutes } from './routes/ci-variables.ts'
import { codeRoutes } from './routes/code.ts'
import { collaboratorRoutes } from './routes/collaborators.ts'
import { commentRoutes } from './routes/comments.ts'
import { deployKeyRoutes } from './routes/deploy-keys.ts'
import { fileRoutes } from './routes/files.ts'
import { historyRoutes } from './routes/history.ts'
import { importRoutes } from './routes/imports.ts'
import { issueTemplateRoutes } from './routes/issue-templates.ts'
import { issueRoutes } from './routes/issues.ts'
import { labelRoutes } from './routes/labels.ts'
import { mergeSettingsRoutes } from './routes/merge-settings.ts'
import { milestoneRoutes } from './routes/milestones.ts'
import { mirrorRoutes } from './routes/mirrors.ts'
import { pipelineRoutes } from './routes/pipelines.ts'
import { pullCommentRoutes } from './routes/pull-comments.ts'
import { pullMergeRoutes } from './routes/pull-merges.ts'
import { pullRoutes } from './routes/pulls.ts'
import { pushMirrorRoutes } from './routes/push-mirrors.ts'
import { reactionRoutes } from './routes/reactions.ts'
import { releaseAssetRoutes } from './routes/release-assets.ts'
import { releaseRoutes } from './routes/releases.ts'
import { repoRoutes } from './routes/repos.ts'
import { reviewRoutes } from './routes/reviews.ts'
import { sbomRoutes } from './routes/sbom.ts'
import { statusRoutes } from './routes/statuses.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { tagProtectionRoutes } from './routes/tag-protections.ts'
import { teamRoutes } from './routes/teams.ts'
import { timelineRoutes } from './routes/timeline.ts'
import { twoFactorRoutes } from './routes/two-factor.ts'
import { userRoutes } from './routes/user.ts'
import { webhookRoutes } from './routes/webhooks.ts'

const ofPulls = { segment: 'pulls', kind: 'pull', tag: 'Pull requests' } as const
const ofIssues = { segment: 'issues', kind: 'issue', tag: 'Issues' } as const

/** Every route of the API, in the order of its description. */
export const allRoutes: readonly Route[] = [
  ...authRoutes,
  ...twoFactorRoutes,
  ...userRoutes,
  ...repoRoutes,
  ...importRoutes,
  ...mirrorRoutes,
  ...pushMirrorRoutes,
  ...historyRoutes,
  ...codeRoutes,
  ...carryCommitRoutes,
  ...statusRoutes,
  ...branchRoutes,
  ...branchProtectionRoutes,
  ...tagProtectionRoutes,
  ...fileRoutes,
  ...deployKeyRoutes,
  ...releaseRoutes,
  ...releaseAssetRoutes,
  ...webhookRoutes,
  ...collaboratorRoutes,
  ...teamRoutes,
  ...issueRoutes,
  ...commentRoutes(ofIssues),
  ...timelineRoutes(ofIssues),
  ...reactionRoutes(ofIssues),
  ...attachmentRoutes,
  ...issueTemplateRoutes,
  ...labelRoutes,
  ...milestoneRoutes,
  ...pullRoutes,
  ...pullMergeRoutes,
  ...mergeSettingsRoutes,
  ...pullCommentRoutes,
  ...reviewRoutes,
  ...timelineRoutes(ofPulls),
  ...reactionRoutes(ofPulls),
  ...pipelineRoutes,
  ...ciConfigRoutes,
  ...ciVariableRoutes,
  ...sbomRoutes,
  ...subscriptionRoutes,
  ...adminRoutes,
]
