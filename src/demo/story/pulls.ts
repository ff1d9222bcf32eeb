import { mergePull } from '../../features/pulls/merge-pull.ts'
import { updatePull } from '../../features/pulls/update-pull.ts'
import { createReview } from '../../features/reviews/create-review.ts'
import { requestReviewers } from '../../features/reviews/request-reviewers.ts'
import { refOf, type Stage, type Step } from '../stage.ts'
import { commits, does, offers, remark } from '../steps.ts'
import { lowWater, schema, stations, waters } from './tideline-files.ts'

const path = 'harbour/tideline'

function pullOf(stage: Stage, key: string) {
  return { ...refOf(path), number: stage.told(key).number }
}

const merged: readonly Step[] = [
  commits(30.6, 'dave', path, {
    message: 'Refuse a range that cannot be',
    newBranch: 'range-check',
    files: { 'db/schema.sql': schema.replace('check (range_m > 0)', 'check (range_m between 0.1 and 20)') },
  }),
  offers(30.5, 'dave', path, {
    key: 'range-pull',
    title: 'Refuse a range that cannot be',
    body: 'Fixes {negative}.',
    sourceBranch: 'range-check',
  }),
  does(30, (stage) =>
    createReview(stage.app, stage.as('bob'), pullOf(stage, 'range-pull'), {
      event: 'approve',
      body: 'As it should be.',
    }),
  ),
  does(29.9, (stage) =>
    mergePull(stage.app, stage.as('bob'), pullOf(stage, 'range-pull'), { method: 'merge', deleteBranch: true }),
  ),
  commits(26.6, 'carol', path, {
    message: 'Plot what was fitted',
    newBranch: 'plot',
    files: { 'tools/plot.py': 'from fit import Measured\n\n\ndef plot(rows: list[Measured]) -> str:\n    return ""\n' },
  }),
  commits(26.5, 'carol', path, {
    message: 'Bars, not an empty text',
    branch: 'plot',
    files: {
      'tools/plot.py':
        'from fit import Measured\n\n\ndef plot(rows: list[Measured]) -> str:\n    return "\\n".join("#" * round(row.metres * 8) for row in rows)\n',
    },
  }),
  offers(26.4, 'carol', path, { key: 'plot-pull', title: 'Plot what was fitted', sourceBranch: 'plot' }),
  does(26, (stage) =>
    mergePull(stage.app, stage.as('ada'), pullOf(stage, 'plot-pull'), { method: 'squash', deleteBranch: true }),
  ),
  commits(10.5, 'dave', path, {
    message: 'An icon',
    newBranch: 'icon',
    files: {
      'site/icon.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>\n',
    },
  }),
  offers(10.4, 'dave', path, {
    key: 'icon-pull',
    title: 'A dot for an icon',
    body: 'For {icon}.',
    sourceBranch: 'icon',
  }),
  remark(path, 'icon-pull', { day: 10, by: 'ada', body: 'A dot says little about water. Let us wait for a wave.' }),
  does(9.9, (stage) => updatePull(stage.app, stage.as('dave'), pullOf(stage, 'icon-pull'), { state: 'closed' })),
]

const faster = waters
  .replace('const step = 0.1', 'const step = 1')
  .replace('return at\n', 'return refine(harmonics, at - step, at + step)\n')
  .concat(lowWater)
  .concat(`
/** Halves the span until it is shorter than a second. */
function refine(harmonics: readonly Harmonic[], low: number, high: number): number {
  let [from, to] = [low, high]
  while (to - from > 1 / 3600) {
    const middle = (from + to) / 2
    if (heightAt(harmonics, middle) < heightAt(harmonics, middle + 0.0001)) from = middle
    else to = middle
  }
  return from
}
`)

const suggestion = `An hour has a name of its own, so give a second one too:

\`\`\`suggestion
  while (to - from > second) {
\`\`\``

/** Reviewed, with questions on its lines. */
const discussed: readonly Step[] = [
  commits(9.2, 'bob', path, {
    message: 'Look for high water in long steps, then closer\n\nA year takes 0.4 s in place of 11.',
    newBranch: 'faster-search',
    files: { 'src/waters.ts': faster },
  }),
  offers(9, 'bob', path, {
    key: 'faster-pull',
    title: 'A year of high waters in half a second',
    body: 'Fixes {slow}.\n\n- [x] high water\n- [ ] low water, which leans on it',
    sourceBranch: 'faster-search',
    labels: ['enhancement'],
    assignees: ['bob'],
    milestone: '0.3',
  }),
  does(8.9, (stage) => requestReviewers(stage.app, stage.as('bob'), pullOf(stage, 'faster-pull'), ['carol', 'ada'])),
  does(7.5, (stage) =>
    createReview(stage.app, stage.as('carol'), pullOf(stage, 'faster-pull'), {
      event: 'request_changes',
      body: 'Much better. Two things before it goes in.',
      comments: [
        { path: 'src/waters.ts', line: 3, body: 'Is an hour short enough for the sand bank, where it turns twice?' },
        { path: 'src/waters.ts', line: 24, body: suggestion },
      ],
    }),
  ),
  remark(path, 'faster-pull', {
    day: 7,
    by: 'bob',
    body: 'It is: {springs} will need the same, by the way.',
    reactions: { carol: '+1' },
  }),
]

const waiting: readonly Step[] = [
  commits(8.2, 'dave', path, {
    message: 'Begin with springs',
    newBranch: 'springs',
    files: { 'src/springs.ts': '/** Days between two springs. */\nexport const fortnight = 14.77\n' },
  }),
  offers(8, 'dave', path, {
    key: 'springs-pull',
    title: 'Springs and neaps',
    body: 'For {springs}. Not finished: the sums are still missing.',
    sourceBranch: 'springs',
    isDraft: true,
    milestone: '0.3',
  }),
  commits(5, 'carol', path, {
    message: 'Old lock as it is now',
    newBranch: 'old-lock',
    files: { 'data/stations.csv': stations.replace('old-lock,2.9', 'old-lock,3.2') },
  }),
  offers(4.9, 'carol', path, {
    key: 'lock-pull',
    title: 'Old lock was measured again',
    body: 'Closes {lock}.',
    sourceBranch: 'old-lock',
    labels: ['data'],
  }),
  commits(4, 'ada', path, {
    message: 'Old lock, by the harbour office',
    files: { 'data/stations.csv': stations.replace('old-lock,2.9', 'old-lock,3.1') },
  }),
]

export const pullsOfBefore: readonly Step[] = [...merged, ...discussed, ...waiting]
