import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { nothingHappens, type Passing } from '../core/checkpoint.ts'
import type { Dialect } from './handle.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { auditAndJobs } from './migrations/0002-audit-and-jobs.ts'
import { repositories } from './migrations/0003-repositories.ts'
import { refsVersion } from './migrations/0004-refs-version.ts'
import { deployKeys } from './migrations/0005-deploy-keys.ts'
import { branchProtections } from './migrations/0006-branch-protections.ts'
import { releasesAndLfs } from './migrations/0007-releases-and-lfs.ts'
import { quotasAndTargets } from './migrations/0008-quotas-and-targets.ts'
import { pendingEmail } from './migrations/0009-pending-email.ts'
import { teams } from './migrations/0010-teams.ts'
import { threads } from './migrations/0011-threads.ts'
import { pulls } from './migrations/0012-pulls.ts'
import { threadLists } from './migrations/0013-thread-lists.ts'
import { webhooks } from './migrations/0014-webhooks.ts'
import { notifications } from './migrations/0015-notifications.ts'
import { pipelines } from './migrations/0016-pipelines.ts'
import { sbom } from './migrations/0017-sbom.ts'
import { subscriptions } from './migrations/0018-subscriptions.ts'
import { ciVariables } from './migrations/0019-ci-variables.ts'
import { topics } from './migrations/0022-topics.ts'
import { facetsAndInbox } from './migrations/0023-facets-and-inbox.ts'
import { pipelineBases } from './migrations/0025-pipeline-bases.ts'
import { sharedState } from './migrations/0027-shared-state.ts'
import { searchAtOnce } from './migrations/0031-search-at-once.ts'
import { publicRepos } from './migrations/0032-public-repos.ts'
import { leanLists } from './migrations/0033-lean-lists.ts'
import { ownedRepos } from './migrations/0034-owned-repos.ts'
import { repoSearch } from './migrations/0035-repo-search.ts'
import { variablesBy } from './migrations/0036-variables-by.ts'
import { flatLookups } from './migrations/0037-flat-lookups.ts'
import { firstPublished } from './migrations/0038-first-published.ts'
import { teamMentions } from './migrations/0039-team-mentions.ts'
import { myThreads } from './migrations/0040-my-threads.ts'
import { tagProtections } from './migrations/0041-tag-protections.ts'
import { secretPrint } from './migrations/0042-secret-print.ts'
import { unusedAttachments } from './migrations/0043-unused-attachments.ts'
import { imports } from './migrations/0044-imports.ts'
import { quietNotifications } from './migrations/0045-quiet-notifications.ts'
import { refsByCommit } from './migrations/0046-refs-by-commit.ts'
import { firstStepsHidden } from './migrations/0047-first-steps.ts'
import { mergeSettings } from './migrations/0048-merge-settings.ts'
import { artifactRealms } from './migrations/0049-artifact-realms.ts'
import { jobsBesideMails } from './migrations/0050-jobs-beside-mails.ts'
import { serialPipelines } from './migrations/0051-serial-pipelines.ts'
import { listsByState } from './migrations/0054-lists-by-state.ts'
import { mergeRules } from './migrations/0055-merge-rules.ts'
import { logsToForget } from './migrations/0056-logs-to-forget.ts'
import { passkeys } from './migrations/0057-passkeys.ts'
import { mirrors } from './migrations/0058-mirrors.ts'
import { trackerImports } from './migrations/0059-tracker-imports.ts'
import { unusableRefs } from './migrations/0060-unusable-refs.ts'
import { pushMirrors } from './migrations/0061-push-mirrors.ts'
import { mirrorLoops } from './migrations/0062-mirror-loops.ts'
import { signInIdentities } from './migrations/0063-sign-in-identities.ts'
import { manualJobs } from './migrations/0064-manual-jobs.ts'
import { bareThreads } from './migrations/0065-bare-threads.ts'
import { importsBy } from './migrations/0066-imports-by.ts'
import { threadsCountedOnce } from './migrations/0067-threads-counted-once.ts'
import { authorsInPlace } from './migrations/0068-authors-in-place.ts'
import { facetsByHand } from './migrations/0069-facets-by-hand.ts'
import type { SqlMigration } from './migrations/sql-migration.ts'
import type { Schema } from './schema.ts'

const migrations: readonly SqlMigration[] = [
  accounts,
  auditAndJobs,
  repositories,
  refsVersion,
  deployKeys,
  branchProtections,
  releasesAndLfs,
  quotasAndTargets,
  pendingEmail,
  teams,
  threads,
  pulls,
  threadLists,
  webhooks,
  notifications,
  pipelines,
  ciVariables,
  sbom,
  subscriptions,
  topics,
  facetsAndInbox,
  pipelineBases,
  sharedState,
  searchAtOnce,
  publicRepos,
  leanLists,
  ownedRepos,
  repoSearch,
  variablesBy,
  flatLookups,
  firstPublished,
  teamMentions,
  myThreads,
  tagProtections,
  secretPrint,
  unusedAttachments,
  imports,
  quietNotifications,
  refsByCommit,
  firstStepsHidden,
  mergeSettings,
  artifactRealms,
  jobsBesideMails,
  serialPipelines,
  listsByState,
  mergeRules,
  logsToForget,
  passkeys,
  mirrors,
  trackerImports,
  unusableRefs,
  pushMirrors,
  mirrorLoops,
  signInIdentities,
  manualJobs,
  bareThreads,
  importsBy,
  threadsCountedOnce,
  authorsInPlace,
  facetsByHand,
]

/** Types that the two spell differently. */
const spellings: Record<Dialect, Readonly<Record<string, string>>> = {
  // AUTOINCREMENT: an id that was deleted never comes back as somebody else's.
  sqlite: { identity: 'integer primary key autoincrement', bytes: 'blob' },
  postgres: { identity: 'bigint generated by default as identity primary key', bytes: 'bytea' },
}

/**
 * Brings the tables up to date: all at once, or after a crash not at all. Runs in a lock, so several processes may start
 * at once. Returns what was applied.
 */
export async function migrate(
  admin: Kysely<Schema>,
  dialect: Dialect,
  passing: Passing = nothingHappens,
): Promise<readonly string[]> {
  const known = { ...done(await newerMigrations(admin)), ...compiled(dialect, { passing }) }
  const { error, results } = await migrator(admin, known).migrateToLatest()
  if (error !== undefined) throw new Error('The database could not be brought up to date', { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

/** For rows that were written under these alone: the others follow once the rows are there. */
export async function migrateAsFarAs(
  admin: Kysely<Schema>,
  dialect: Dialect,
  names: ReadonlySet<string>,
): Promise<void> {
  const stored = new Set(
    migrations.filter((one) => names.has(one.name) && one.isDerived !== true).map(({ name }) => name),
  )
  const { error } = await migrator(admin, compiled(dialect, { only: stored })).migrateToLatest()
  if (error !== undefined) throw new Error('The tables could not be made', { cause: error })
}

export const knownMigrations: readonly string[] = migrations.map(({ name }) => name)

/** Whether nothing of ours was ever done to it. */
export async function isEmptyDatabase(admin: Kysely<Schema>, dialect: Dialect): Promise<boolean> {
  return (await appliedMigrations(admin, dialect)).length === 0
}

export async function appliedMigrations(admin: Kysely<Schema>, dialect: Dialect): Promise<readonly string[]> {
  const all = await migrator(admin, compiled(dialect)).getMigrations()
  return all.filter((one) => one.executedAt !== undefined).map((one) => one.name)
}

/**
 * What a newer version has done to the tables. While replicas are upgraded one after the other, old ones go on, and start
 * again, on tables that are ahead of them: migrations only add, so that both bear them (see CONTRIBUTING.md).
 */
export async function newerMigrations(admin: Kysely<Schema>): Promise<readonly string[]> {
  const known = new Set(knownMigrations)
  // Where there is no such table yet, nothing was done.
  const rows = await sql<{ name: string }>`select name from migrations order by name`.execute(admin).then(
    (result) => result.rows,
    () => [],
  )
  return rows.map((row) => row.name).filter((name) => !known.has(name))
}

function migrator(admin: Kysely<Schema>, known: Record<string, Migration>): Migrator {
  return new Migrator({
    db: admin,
    provider: { getMigrations: () => Promise.resolve(known) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
    // Each stands on its own; one that was written later may have been applied earlier.
    allowUnorderedMigrations: true,
  })
}

/** Done by somebody else, so never run here: the library only wants to know all their names. */
function done(names: readonly string[]): Record<string, Migration> {
  return Object.fromEntries(names.map((name) => [name, { up: () => Promise.resolve() }]))
}

interface Choice {
  readonly only?: ReadonlySet<string>
  readonly passing?: Passing
}

function compiled(dialect: Dialect, { only, passing = nothingHappens }: Choice = {}): Record<string, Migration> {
  const chosen = migrations.filter(({ name }) => only === undefined || only.has(name))
  return Object.fromEntries(
    chosen.map((one) => [
      one.name,
      {
        up: async (db) => {
          const shared = one.up
            .replaceAll(/\b(identity|bytes)\b/g, (word) => spellings[dialect][word] ?? word)
            .split(/;\s*$/m)
          for (const statement of [...shared, ...(one.after?.[dialect] ?? [])]) {
            if (statement.trim() === '') continue
            await sql.raw(statement).execute(db)
            await passing('database.changing')
          }
        },
      } satisfies Migration,
    ]),
  )
}
