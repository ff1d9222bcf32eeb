import { triggerPipeline } from '../../features/pipelines/trigger-pipeline.ts'
import { forkRepo } from '../../features/repos/fork-repo.ts'
import { refOf, type Step } from '../stage.ts'
import { commits, does, offers, remark } from '../steps.ts'
import { notes } from './tideline-files.ts'

const path = 'harbour/tideline'
const minutes = 1 / 24 / 60

const power = `// Pipelines can be programs too.
export default async ({ job, step, sh }) => {
  await job('look', async () => {
    await step('count', () => sh('wc -l src/*'))
  })
  for (const board of ['round', 'square']) {
    await job(\`build (\${board})\`, { needs: ['look'] }, () => sh(\`echo "built for a \${board} board"\`))
  }
}
`

/** Pushes that really run once the server is there: one passes, one fails, one waits for somebody to allow it. */
export const pipelines: readonly Step[] = [
  commits(50 * minutes, 'ada', path, {
    message: 'Notes on how it is checked',
    files: { 'docs/notes.md': `${notes}\n## How it is checked\n\nBy the pipeline, at each push.\n` },
  }),
  commits(40 * minutes, 'dave', path, {
    message: 'Sums for springs',
    branch: 'springs',
    files: {
      'src/springs.ts':
        '/** Days between two springs. */\nexport const fortnight = 14.77\n\nexport const isSpring = (day: number): boolean => day % fortnight < 2   \n',
    },
  }),
  commits(30 * minutes, 'bob', 'bob/lamp', {
    message: 'A pipeline that is a program',
    files: { '.svc-ci/pipeline.mjs': power },
  }),
  does(25 * minutes, (stage) => forkRepo(stage.app, stage.as('eve'), refOf(path), {})),
  commits(20 * minutes, 'eve', 'eve/tideline', {
    message: 'Feet as well as metres',
    newBranch: 'feet',
    files: {
      'src/feet.ts': 'const metre = 3.28084\n\nexport const inFeet = (metres: number): number => metres * metre\n',
    },
  }),
  offers(15 * minutes, 'eve', path, {
    key: 'feet-pull',
    title: 'Feet as well as metres',
    body: 'For {units}. My first one here: tell me what is missing.',
    sourceBranch: 'feet',
    sourceRepo: 'eve/tideline',
  }),
  remark(path, 'feet-pull', { day: 12 * minutes, by: 'carol', body: 'Welcome, @eve! @ada, may its pipeline run?' }),
  remark(path, 'springs', { day: 10 * minutes, by: 'dave', body: 'Nearly there, @ada: see {springs-pull}.' }),
  does(5 * minutes, async (stage) => {
    // Whoever switches pipelines off gets the rest.
    if (!stage.app.config.CI_ENABLED) return
    await triggerPipeline(stage.app, stage.as('ada'), refOf(path), { ref: 'main', variables: { LEVEL: 'lowest' } })
  }),
]
