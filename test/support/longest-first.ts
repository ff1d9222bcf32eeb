// Vitest knows how long a file takes once it has run here before; a fresh clone does not. Those that take longest begin,
// so that the last worker does not go on alone with one of them.
import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [
  'web/every-page',
  // They mostly wait: others have the cores meanwhile.
  'process/lost-database',
  'git/slow-clients',
  'faults/clock',
  'api/hostile-values',
  'ci/pipelines',
  'ssh/lifecycle',
  'web/every-role',
  'faults/push-kills',
  'git/hostile-objects',
  'process/command-line',
  'faults/pipeline-kills',
  'faults/webhook-kills',
  'ci/trust',
  'process/demo',
  'unit/git-merge',
]

/** Files of one project stand together: a worker keeps what it has loaded for the next of them. */
const projects = ['sqlite', 'postgres', 'unit']

export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = (file: TestSpecification): number => projects.indexOf(file.project.name)
    return Promise.resolve(files.toSorted((a, b) => rankOf(a) - rankOf(b) || weightOf(b) - weightOf(a)))
  }
}

function weightOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`))
  return rank === -1 ? statSync(moduleId).size : 1e9 - rank
}
