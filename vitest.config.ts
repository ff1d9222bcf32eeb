import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const through = ['test/**/*.test.ts']
const unit = ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/unit/**/*.test.ts']

export default defineConfig({
  test: {
    // Processes, not threads: tests change folders, environment and signals, and start servers of their own.
    pool: 'forks',
    // A process runs many files: loading the whole server anew for each would cost more than the tests themselves.
    isolate: false,
    maxWorkers: Math.min(8, Math.max(2, availableParallelism() - 1)),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    projects: [
      // What needs no database runs once.
      { test: { name: 'unit', include: unit } },
      // Everything that goes through a door runs on both databases.
      { test: { name: 'sqlite', include: through, exclude: unit, env: { STITHY_TEST_DB: 'sqlite' } } },
      {
        test: {
          name: 'postgres',
          include: through,
          exclude: unit,
          env: { STITHY_TEST_DB: 'postgres' },
          // Runs only when a file of this project is to run.
          globalSetup: 'test/support/postgres.ts',
        },
      },
    ],
  },
})
