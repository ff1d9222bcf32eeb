import type { PageRoute } from './page-route.ts'
import { adminPages } from './pages/admin.tsx'
import { adminMailPages } from './pages/admin-mail.tsx'
import { adminQuotaPages } from './pages/admin-quota.tsx'
import { adminRepoTransferPages } from './pages/admin-repo-transfer.tsx'
import { adminRepoPages } from './pages/admin-repos.tsx'
import { adminUserPages } from './pages/admin-users.tsx'
import { ciConfigPages } from './pages/ci-config.tsx'
import { ciVariablePages } from './pages/ci-variables.ts'
import { homePages } from './pages/home.tsx'
import { importRepoPages } from './pages/import-repo.tsx'
import { mailedLinkPages } from './pages/mailed-links.tsx'
import { myThreadPages } from './pages/my-threads.tsx'
import { newRepoPages } from './pages/new-repo.tsx'
import { notificationPages } from './pages/notifications.tsx'
import { palettePages } from './pages/palette.tsx'
import { registerPages } from './pages/register.tsx'
import { repoAttachmentPages } from './pages/repo-attachments.tsx'
import { repoBlamePages } from './pages/repo-blame.tsx'
import { repoBlobPages } from './pages/repo-blob.tsx'
import { repoBranchProtectionPages } from './pages/repo-branch-protections.ts'
import { repoCarryCommitPages } from './pages/repo-carry-commit.tsx'
import { repoCollaboratorPages } from './pages/repo-collaborators.tsx'
import { repoCommitPages } from './pages/repo-commits.tsx'
import { repoComparePages } from './pages/repo-compare.tsx'
import { repoContributorPages } from './pages/repo-contributors.tsx'
import { repoDeleteFilePages } from './pages/repo-delete-file.tsx'
import { repoEditPages } from './pages/repo-edit.tsx'
import { repoFindPages } from './pages/repo-find.tsx'
import { repoForkPages } from './pages/repo-fork.tsx'
import { repoIssuePage } from './pages/repo-issue.tsx'
import { repoIssueActionPages } from './pages/repo-issue-actions.ts'
import { repoIssueNewPages } from './pages/repo-issue-new.tsx'
import { repoKeyPages } from './pages/repo-keys.tsx'
import { repoLabelPages } from './pages/repo-labels.tsx'
import { repoMilestonePages } from './pages/repo-milestones.tsx'
import { repoMirrorPages } from './pages/repo-mirror.tsx'
import { repoOwnerPages } from './pages/repo-owner.tsx'
import { repoPipelinePages } from './pages/repo-pipeline.tsx'
import { repoPipelinesPages } from './pages/repo-pipelines.tsx'
import { repoPullPages } from './pages/repo-pull.tsx'
import { repoPullActionPages } from './pages/repo-pull-actions.ts'
import { repoPullConflictPages } from './pages/repo-pull-conflicts.tsx'
import { repoPullFilePages } from './pages/repo-pull-files.tsx'
import { repoPullMergePages } from './pages/repo-pull-merge.tsx'
import { repoPullNewPages } from './pages/repo-pull-new.tsx'
import { repoPullReviewPages } from './pages/repo-pull-review.ts'
import { repoPullVersionPages } from './pages/repo-pull-versions.tsx'
import { repoPushMirrorPages } from './pages/repo-push-mirror.tsx'
import { repoRefNewPages } from './pages/repo-ref-new.tsx'
import { repoRefPages } from './pages/repo-refs.tsx'
import { repoReleaseEditPages } from './pages/repo-release-edit.tsx'
import { repoReleasePages } from './pages/repo-releases.tsx'
import { repoSbomPages } from './pages/repo-sbom.tsx'
import { repoSettingsPages } from './pages/repo-settings.tsx'
import { repoTagProtectionPages } from './pages/repo-tag-protections.ts'
import { repoTextPages } from './pages/repo-texts.tsx'
import { repoThreadsPages } from './pages/repo-threads.tsx'
import { repoTreePages } from './pages/repo-tree.tsx'
import { repoUploadPages } from './pages/repo-upload.tsx'
import { searchPages } from './pages/search.tsx'
import { searchCodePages } from './pages/search-code.tsx'
import { settingsAccountPages } from './pages/settings-account.tsx'
import { settingsCredentialPages } from './pages/settings-credentials.tsx'
import { settingsDeleteAccountPages } from './pages/settings-delete-account.tsx'
import { settingsIdentityPages } from './pages/settings-identities.tsx'
import { settingsPasskeyPages } from './pages/settings-passkeys.tsx'
import { settingsSecurityPages } from './pages/settings-security.tsx'
import { signInPages } from './pages/sign-in.ts'
import { passkeySignInPages } from './pages/sign-in-passkey.tsx'
import { signOnPages } from './pages/sign-on.tsx'
import { styleguidePages } from './pages/styleguide.tsx'
import { teamPages } from './pages/team.tsx'
import { teamMemberPages } from './pages/team-members.tsx'
import { teamsPages } from './pages/teams.tsx'
import { unsubscribePages } from './pages/unsubscribe.tsx'
import { watchingPages } from './pages/watching.tsx'
import { webhookPages } from './pages/webhooks.tsx'

/** Every page and every form that a page sends. */
export const allPages: readonly PageRoute[] = [
  ...signInPages,
  ...passkeySignInPages,
  ...signOnPages,
  ...registerPages,
  ...mailedLinkPages,
  ...settingsAccountPages,
  ...settingsSecurityPages,
  ...settingsPasskeyPages,
  ...settingsIdentityPages,
  ...settingsDeleteAccountPages,
  ...settingsCredentialPages,
  ...adminPages,
  ...adminUserPages,
  ...adminRepoPages,
  ...adminRepoTransferPages,
  ...adminQuotaPages,
  ...adminMailPages,
  ...notificationPages,
  ...unsubscribePages,
  ...searchPages,
  ...searchCodePages,
  ...palettePages,
  ...styleguidePages,
  ...newRepoPages,
  ...importRepoPages,
  ...repoMirrorPages,
  ...repoPushMirrorPages,
  ...teamsPages,
  ...teamPages,
  ...teamMemberPages,
  ...repoTreePages,
  ...repoBlobPages,
  ...repoCommitPages,
  ...repoCarryCommitPages,
  ...repoBlamePages,
  ...myThreadPages,
  ...repoRefPages,
  ...repoRefNewPages,
  ...repoComparePages,
  ...repoFindPages,
  ...repoContributorPages,
  ...repoEditPages,
  ...repoUploadPages,
  ...repoDeleteFilePages,
  ...repoReleasePages,
  ...repoThreadsPages,
  ...repoPullNewPages,
  ...repoPullPages,
  ...repoPullConflictPages,
  ...repoPullFilePages,
  ...repoPullReviewPages,
  ...repoPullVersionPages,
  ...repoPullActionPages,
  ...repoPullMergePages,
  ...repoReleaseEditPages,
  ...repoIssueNewPages,
  ...repoIssuePage,
  ...repoIssueActionPages,
  ...repoTextPages,
  ...repoLabelPages,
  ...repoMilestonePages,
  ...repoForkPages,
  ...repoSettingsPages,
  ...repoOwnerPages,
  ...repoBranchProtectionPages,
  ...repoTagProtectionPages,
  ...repoKeyPages,
  ...repoAttachmentPages,
  ...webhookPages,
  ...watchingPages,
  ...repoCollaboratorPages,
  ...ciConfigPages,
  ...ciVariablePages,
  ...repoSbomPages,
  ...repoPipelinesPages,
  ...repoPipelinePages,
  ...homePages,
]
