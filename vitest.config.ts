import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { notOnPostgres, notOnSqlite } from './test/support/databases-of-tests.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { patienceMs, testMs } from './test/support/patience.ts'

const through = ['test/**/*.test.ts']
const unit = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/unit/**/*.test.ts']

const support = join(import.meta.dirname, 'test/support')
const source = join(import.meta.dirname, 'src')
const quicker: Readonly<Record<string, string>> = {
  '@node-rs/argon2': join(support, 'quick-argon2.ts'),
  'fast-json-stringify': join(support, 'quick-json-stringify.ts'),
  [`${source}/compose.ts ./program-at.ts`]: join(support, 'quick-program-at.ts'),
  [`${source}/compose-runner.ts ./program-at.ts`]: join(support, 'quick-program-at.ts'),
}

/** The service gets a library, or some file of its own one, that does the same in less time: see the files. */
const quickLibraries = {
  name: 'quick-libraries',
  enforce: 'pre' as const,
  resolveId: (library: string, importer = '') =>
    importer.startsWith(support) ? undefined : (quicker[library] ?? quicker[`${importer} ${library}`]),
}

export default defineConfig({
  test: {
    // Processes, not threads: tests change folders, environment and signals, and start servers of their own.
    pool: 'forks',
    // There are more of them than cores: threads that collect garbage beside one would only take turns with the others. And
    // most of what a test makes is gone soon: with more room for what is new, less of it is moved before.
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
    // A process runs many files: loading the whole server anew for each would cost more than the tests themselves.
    isolate: false,
    // Two more than there are cores: much of the time a test waits for a deadline, a disk or a browser.
    maxWorkers: Math.min(8, availableParallelism() + 2),
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: patienceMs } },
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
          exclude: [...unit, ...notOnSqlite],
          env: { STITHY_TEST_DB: 'sqlite' },
          setupFiles: 'test/support/after-each-file.ts',
          globalSetup: ['test/support/built.ts', 'test/support/temporary-folder.ts'],
        },
      },
      {
        plugins: [quickLibraries],
        test: {
          name: 'postgres',
          include: through,
          exclude: [...unit, ...notOnPostgres],
          env: { STITHY_TEST_DB: 'postgres' },
          setupFiles: 'test/support/after-each-file.ts',
          // Runs only when a file of this project is to run.
          globalSetup: ['test/support/built.ts', 'test/support/temporary-folder.ts', 'test/support/postgres.ts'],
        },
      },
    ],
  },
})
