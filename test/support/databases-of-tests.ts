// Tests that go through a door run on both databases, but for these. `STITHY_TEST_ALL=1` runs everything on both.
import { thorough } from './thorough.ts'

/**
 * Pages, connections, git objects, isolation, and every route as everybody: they reach the database by verbs that others
 * look at on both.
 */
const sqliteIsEnough = [
  'test/api/abuse-repositories.test.ts',
  'test/api/abuse-signing-in.test.ts',
  'test/api/branches-and-tags.test.ts',
  'test/api/broken-requests.test.ts',
  'test/api/collaborators.test.ts',
  'test/api/contents-write.test.ts',
  'test/api/cookie.test.ts',
  'test/api/errors.test.ts',
  'test/api/every-role.test.ts',
  'test/api/forms.test.ts',
  'test/api/openapi.test.ts',
  'test/api/password-reset.test.ts',
  'test/api/pauses.test.ts',
  'test/api/profile.test.ts',
  'test/api/pulls.test.ts',
  'test/api/rate-limits.test.ts',
  'test/api/register.test.ts',
  'test/api/repo-synonyms.test.ts',
  'test/api/reviews.test.ts',
  'test/api/rights.test.ts',
  'test/api/slow-patterns.test.ts',
  'test/ci/config.test.ts',
  'test/ci/gate.test.ts',
  'test/ci/isolation*.test.ts',
  'test/ci/object-storage.test.ts',
  'test/ci/origins.test.ts',
  'test/ci/pipelines.test.ts',
  'test/ci/power.test.ts',
  'test/ci/sbom-pauses.test.ts',
  'test/ci/sbom.test.ts',
  'test/ci/trust.test.ts',
  'test/events/open-streams.test.ts',
  'test/events/webhook-payloads.test.ts',
  'test/events/webhook-places.test.ts',
  'test/faults/chaos.test.ts',
  'test/faults/failed-writes.test.ts',
  'test/faults/linearizable.test.ts',
  'test/faults/merge-kills.test.ts',
  'test/faults/pipeline-kills.test.ts',
  'test/faults/push-kills.test.ts',
  'test/faults/webhook-kills.test.ts',
  'test/git/archives.test.ts',
  'test/git/disk-full.test.ts',
  'test/git/endless-trees.test.ts',
  'test/git/fetch.test.ts',
  'test/git/hostile-objects.test.ts',
  'test/git/lfs.test.ts',
  'test/git/maintenance.test.ts',
  'test/git/many-refs.test.ts',
  'test/git/move-refs.test.ts',
  'test/git/poisoned.test.ts',
  'test/git/protected-branches.test.ts',
  'test/git/signatures.test.ts',
  'test/git/told-refs.test.ts',
  'test/process/admin-command.test.ts',
  'test/process/command-line.test.ts',
  'test/process/demo.test.ts',
  'test/process/doctor-repositories.test.ts',
  'test/process/documents.test.ts',
  'test/process/failpoints.test.ts',
  'test/process/gathered.test.ts',
  'test/process/serve.test.ts',
  'test/process/settings.test.ts',
  'test/process/ssh.test.ts',
  'test/process/uploads.test.ts',
  'test/process/webhook-document.test.ts',
  'test/process/write-crash.test.ts',
  'test/ssh/*.test.ts',
  'test/web/*.test.ts',
  // A long run goes to both.
  ...(process.env['FUZZ_SECONDS'] === undefined ? ['test/fuzz/api/api.test.ts'] : []),
]

/**
 * Nonsense in every field of every route: PostgreSQL is the one that takes offence at what is no text and no number. What
 * takes two servers. And what is dear, of which some is tried there and some here.
 */
const postgresIsEnough = [
  'test/api/hostile-values.test.ts',
  'test/api/releases.test.ts',
  'test/api/transfer-under-load.test.ts',
  'test/process/replicas.test.ts',
]

export const notOnSqlite = thorough ? [] : postgresIsEnough
export const notOnPostgres = thorough ? [] : sqliteIsEnough
