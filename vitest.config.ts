import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

const through = ['test/**/*.test.ts']
const unit = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/unit/**/*.test.ts']

// Pages, connections, git objects, isolation, and every route as everybody: they reach the database by verbs that test/api and test/git look at on both.
// STITHY_TEST_ALL=1 in the environment runs everything on both.
const onceIsEnough =
  process.env['STITHY_TEST_ALL'] === undefined
    ? [
        'test/web/*.test.ts',
        'test/ssh/*.test.ts',
        'test/git/hostile-objects.test.ts',
        'test/git/signatures.test.ts',
        'test/ci/isolation*.test.ts',
        'test/api/every-role.test.ts',
        'test/git/fetch.test.ts',
        'test/git/poisoned.test.ts',
        'test/process/command-line.test.ts',
        'test/process/admin-command.test.ts',
        'test/process/uploads.test.ts',
        'test/process/demo.test.ts',
        'test/process/doctor-repositories.test.ts',
        'test/ci/trust.test.ts',
        'test/ci/origins.test.ts',
        'test/ci/object-storage.test.ts',
        'test/git/endless-trees.test.ts',
        'test/git/move-refs.test.ts',
        'test/git/disk-full.test.ts',
        'test/git/lfs.test.ts',
        'test/git/maintenance.test.ts',
        'test/git/many-refs.test.ts',
        'test/api/openapi.test.ts',
        'test/api/branches-and-tags.test.ts',
        'test/api/contents-write.test.ts',
        'test/api/forms.test.ts',
        'test/api/errors.test.ts',
        'test/api/pauses.test.ts',
        'test/api/slow-patterns.test.ts',
        'test/events/open-streams.test.ts',
        'test/api/broken-requests.test.ts',
        'test/api/rate-limits.test.ts',
        'test/api/cookie.test.ts',
        'test/events/webhook-payloads.test.ts',
        'test/ci/power.test.ts',
        'test/ci/gate.test.ts',
        'test/faults/merge-kills.test.ts',
        'test/faults/pipeline-kills.test.ts',
        'test/faults/webhook-kills.test.ts',
        'test/process/settings.test.ts',
        'test/process/gathered.test.ts',
        'test/process/webhook-document.test.ts',
        'test/process/serve.test.ts',
        'test/process/write-crash.test.ts',
        'test/faults/push-kills.test.ts',
        'test/api/rights.test.ts',
        'test/process/documents.test.ts',
        'test/process/ssh.test.ts',
        'test/ci/pipelines.test.ts',
        'test/ci/sbom-pauses.test.ts',
        'test/ci/config.test.ts',
        'test/api/repo-synonyms.test.ts',
        'test/api/profile.test.ts',
        ...(process.env['FUZZ_SECONDS'] === undefined ? ['test/fuzz/api/api.test.ts'] : []),
        'test/api/abuse-repositories.test.ts',
        'test/faults/chaos.test.ts',
        'test/faults/failed-writes.test.ts',
        'test/faults/linearizable.test.ts',
        'test/process/failpoints.test.ts',
        'test/api/reviews.test.ts',
        'test/api/password-reset.test.ts',
        'test/api/abuse-signing-in.test.ts',
        'test/git/told-refs.test.ts',
        'test/git/protected-branches.test.ts',
        'test/ci/sbom.test.ts',
        'test/events/webhook-places.test.ts',
        'test/api/pulls.test.ts',
        'test/api/collaborators.test.ts',
        'test/api/register.test.ts',
      ]
    : []

// Nonsense in every field of every route: PostgreSQL is the one that takes offence at what is no text and no number. What
// takes two servers. And what is dear, of which some is tried there and some here.
const onPostgresAlone =
  process.env['STITHY_TEST_ALL'] === undefined
    ? [
        'test/api/hostile-values.test.ts',
        'test/api/transfer-under-load.test.ts',
        'test/process/replicas.test.ts',
        'test/api/releases.test.ts',
      ]
    : []

const support = join(import.meta.dirname, 'test/support')
const quicker: Readonly<Record<string, string>> = {
  '@node-rs/argon2': join(support, 'quick-argon2.ts'),
  'fast-json-stringify': join(support, 'quick-json-stringify.ts'),
}

/** The service gets a library that does the same in less time: see the files. */
const quickLibraries = {
  name: 'quick-libraries',
  enforce: 'pre' as const,
  resolveId: (library: string, importer = '') => (importer.startsWith(support) ? undefined : quicker[library]),
}

export default defineConfig({
  test: {
    // Processes, not threads: tests change folders, environment and signals, and start servers of their own.
    pool: 'forks',
    // There are more of them than cores: threads that collect garbage beside one would only take turns with the others.
    execArgv: ['--single-threaded-gc'],
    // A process runs many files: loading the whole server anew for each would cost more than the tests themselves.
    isolate: false,
    // One more than there are cores: much of the time a test waits for a deadline, a disk or a browser.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      // What needs no database runs once.
      { test: { name: 'unit', include: unit } },
      // Everything that goes through a door runs on both databases.
      {
        plugins: [quickLibraries],
        test: {
          name: 'sqlite',
          include: through,
          exclude: [...unit, ...onPostgresAlone],
          env: { STITHY_TEST_DB: 'sqlite' },
          setupFiles: 'test/support/after-each-file.ts',
          globalSetup: 'test/support/temporary-folder.ts',
        },
      },
      {
        plugins: [quickLibraries],
        test: {
          name: 'postgres',
          include: through,
          exclude: [...unit, ...onceIsEnough],
          env: { STITHY_TEST_DB: 'postgres' },
          setupFiles: 'test/support/after-each-file.ts',
          // Runs only when a file of this project is to run.
          globalSetup: ['test/support/temporary-folder.ts', 'test/support/postgres.ts'],
        },
      },
    ],
  },
})
