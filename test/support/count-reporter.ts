// Leaves the number of passed and failed tests in the file that script/test names, and what failed in a line each: of a long
// output often only the end is kept.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A file that could not be loaded, a hook that threw and an error nobody caught have no test to their name.
    const nameless = modules.filter((module) => module.state() === 'failed' && !hasFailedTest(module)).length
    const counts = {
      passed: count('passed'),
      failed: count('failed') + nameless + unhandled.length,
      failures: tests.filter((test) => test.result().state === 'failed').map(inALine),
    }
    const file = process.env['STITHY_TEST_COUNTS']
    if (file) writeFileSync(file, JSON.stringify(counts))
  }
}

function inALine(test: TestCase): string {
  const [why = ''] = (test.result().errors?.[0]?.message ?? '').split('\n')
  return `${test.project.name} ${test.module.relativeModuleId}: ${test.fullName}: ${why}`
}

function hasFailedTest(module: TestModule): boolean {
  return !module.children.allTests('failed').next().done
}
