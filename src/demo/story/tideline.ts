import { Readable } from 'node:stream'
import { day } from '../../core/clock.ts'
import { addVariable } from '../../features/ci-variables/change-variables.ts'
import { openRepoVariables } from '../../features/ci-variables/open-place.ts'
import { addUsualLabels } from '../../features/labels/add-usual-labels.ts'
import { createLabel } from '../../features/labels/change-labels.ts'
import { createMilestone } from '../../features/milestones/change-milestones.ts'
import { addProtection } from '../../features/protection/add-protection.ts'
import { branchProtections } from '../../features/protection/branch-protections.ts'
import { tagProtections } from '../../features/protection/tag-protections.ts'
import { createRelease } from '../../features/releases/create-release.ts'
import { uploadAsset } from '../../features/releases/upload-asset.ts'
import { updateRepo } from '../../features/repos/update-repo.ts'
import { subscribe } from '../../features/subscriptions/subscribe.ts'
import { addHook } from '../../features/webhooks/manage-hooks.ts'
import { tidePicture } from '../picture.ts'
import { refOf, type Stage, type Step } from '../stage.ts'
import { begins, commits, does, stars, tags } from '../steps.ts'
import {
  fit,
  lowWater,
  notes,
  owners,
  pipeline,
  readme,
  schema,
  stations,
  style,
  tide,
  waters,
} from './tideline-files.ts'
import { lock, manifest, requirements } from './tideline-locks.ts'

const path = 'harbour/tideline'
const ref = refOf(path)

/** A repository of the team: its history until today. */
export const tideline: readonly Step[] = [
  begins(43, 'ada', path, { description: 'Says when the water comes and when it goes', isPublic: true }),
  commits(42.9, 'ada', path, { message: 'Begin', files: { 'README.md': '# Tideline\n', LICENSE: 'MIT\n' } }),
  commits(41, 'bob', path, { message: 'The height of the water', files: { 'src/tide.ts': tide } }),
  commits(40.2, 'bob', path, {
    message: 'Find high water\n\nIn steps of six minutes: nobody needs it closer.',
    files: { 'src/waters.ts': waters },
  }),
  commits(39, 'ada', path, {
    message: 'Say what it is',
    files: { 'README.md': readme, 'docs/tide.png': tidePicture(), 'docs/notes.md': notes },
  }),
  commits(37, 'carol', path, { message: 'Fit harmonics to what was measured', files: { 'tools/fit.py': fit } }),
  commits(36.5, 'carol', path, { message: 'Stations as data', files: { 'data/stations.csv': stations } }),
  tags(36, 'ada', path, { name: 'v0.1', message: 'The first that floats' }),
  commits(31.5, 'dave', path, { message: 'Keep stations in a table', files: { 'db/schema.sql': schema } }),
  does(0.5, (stage) => updateRepo(stage.app, stage.as('ada'), ref, { sbomEnabled: true })),
  commits(30, 'bob', path, {
    message: 'Write down what it is built from',
    files: { 'package.json': manifest, 'package-lock.json': lock(), 'tools/requirements.txt': requirements },
  }),
  commits(21, 'dave', path, {
    message: 'Newer dates, newer tools',
    files: { 'package-lock.json': lock({ 'date-fns': '4.1.0', prettier: '3.4.1' }) },
  }),
  commits(27, 'bob', path, { message: 'Say who is asked', files: { CODEOWNERS: owners } }),
  commits(25, 'dave', path, { message: 'Colour the water', files: { 'site/tide.css': style } }),
  commits(22, 'bob', path, { message: 'Find low water', files: { 'src/waters.ts': waters + lowWater } }),
  commits(20, 'ada', path, { message: 'Describe the pipeline', files: { '.svc-ci.yml': pipeline } }),
  tags(14, 'ada', path, { name: 'v0.2', message: 'Low water too' }),
  does(13.9, publish),
  does(42.8, (stage) => addUsualLabels(stage.app, stage.as('ada'), ref)),
  does(42.7, (stage) =>
    createLabel(stage.app, stage.as('ada'), ref, {
      name: 'data',
      color: '#c98a1b',
      description: 'Stations and what was measured',
    }),
  ),
  does(42.6, (stage) =>
    createMilestone(stage.app, stage.as('ada'), ref, {
      title: '0.3',
      description: 'Springs and neaps.',
      dueAt: dayFromNow(21),
    }),
  ),
  does(42.5, (stage) => createMilestone(stage.app, stage.as('ada'), ref, { title: 'Some day' })),
  does(19, (stage) =>
    addProtection(
      stage.app,
      stage.as('ada'),
      { kind: branchProtections, ref },
      { pattern: 'main', pushRole: 'Maintainer', mergeRole: 'Developer', requiredApprovals: 1 },
    ),
  ),
  does(18.9, (stage) => addProtection(stage.app, stage.as('ada'), { kind: tagProtections, ref }, { pattern: 'v*' })),
  does(18.5, async (stage) => {
    const open = await openRepoVariables(stage.app, stage.as('ada'), ref, 'ci:write')
    await addVariable(stage.app, stage.as('ada'), open, { key: 'LEVEL', value: 'mean' })
    await addVariable(stage.app, stage.as('ada'), open, { key: 'UPLOAD_TOKEN', value: 'not a real one', secret: true })
  }),
  // Names that end so lead nowhere: nothing is sent to anybody.
  does(18, (stage) =>
    addHook(
      stage.app,
      { actor: stage.as('ada'), repo: ref },
      { url: 'https://chat.example.invalid/harbour', events: ['release'], secret: 'not a real one either' },
    ),
  ),
  does(17, (stage) => subscribe(stage.app, stage.as('frank'), { repo: ref }, 'watching')),
  ...stars(35, ['bob', 'carol', 'eve', 'frank', 'dave'], path),
]

async function publish(stage: Stage): Promise<void> {
  const release = await createRelease(stage.app, stage.as('ada'), ref, {
    tagName: 'v0.2',
    name: '0.2: low water',
    body: '## New\n\n- `nextLowWater`\n- stations as data, by @carol\n\n## Mended\n\n- the height before midnight',
  })
  const table = 'north-pier   3.4 m\nold-lock     2.9 m\nsand-bank    4.1 m\n'
  await uploadAsset(stage.app, stage.as('ada'), ref, {
    releaseId: { id: release.id },
    name: 'tide-table.txt',
    type: 'text/plain',
    stream: Readable.from([Buffer.from(table)]),
  })
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10)
}
