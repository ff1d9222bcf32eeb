import type { Step } from '../stage.ts'
import { arranges, issue, type ToldIssue } from '../steps.ts'

const steps = `Ask for the night between two days and the water is **lower** than it can be:

1. \`tideline --station old-lock --at 23:59\`
2. the same at \`00:01\`

\`\`\`
23:59  2.81 m
00:01  0.12 m
\`\`\`

- [x] old lock
- [x] north pier
- [ ] sand bank
`

const told: readonly ToldIssue[] = [
  {
    key: 'midnight',
    day: 41.5,
    by: 'frank',
    title: 'The water falls by two metres at midnight',
    body: steps,
    reactions: { bob: 'eyes', carol: '+1', dave: '+1' },
    remarks: [
      {
        day: 41,
        by: 'bob',
        body: 'Seen here too. The hours begin anew each day, the phase does not.',
        reactions: { frank: '+1' },
      },
      { day: 39.5, by: 'frank', body: 'That would explain what I saw. Thank you, @bob!' },
    ],
    closed: { day: 38.9, by: 'bob' },
  },
  {
    key: 'springs',
    day: 40,
    by: 'ada',
    title: 'Springs and neaps',
    body: 'Twice a month the range is largest. Show it.\n\n- [ ] compute\n- [ ] draw, after {midnight}',
    reactions: { carol: 'rocket', eve: 'heart' },
    remarks: [
      { day: 33, by: 'carol', body: 'I would take the drawing if @dave takes the sums.' },
      { day: 32.5, by: 'dave', body: 'Taken.', reactions: { carol: 'hooray' } },
    ],
    pinned: { day: 32, by: 'ada' },
  },
  { key: 'units', day: 38, by: 'eve', title: 'Feet as well as metres?', body: 'Some charts are in feet.' },
  {
    key: 'which',
    day: 37.5,
    by: 'frank',
    title: 'Which station is nearest to me?',
    body: 'I cannot tell from the table.',
    remarks: [{ day: 37, by: 'ada', body: 'There are three. Take the one that you can see.' }],
    closed: { day: 36.8, by: 'ada' },
    locked: { day: 36.7, by: 'ada' },
  },
  { key: 'csv', day: 35, by: 'carol', title: 'Read stations from a file', body: 'So that others can add their own.' },
  {
    key: 'negative',
    day: 31,
    by: 'bob',
    title: 'A range below zero is taken without a word',
    body: 'See `db/schema.sql`, and {csv}.',
  },
  { key: 'docs', day: 28, by: 'dave', title: 'Say what a harmonic is', body: 'Readers ask. {which} was one of them.' },
  {
    key: 'slow',
    day: 24,
    by: 'eve',
    title: 'A year of high waters takes eleven seconds',
    body: 'Steps of six minutes are many. A derivative would need a dozen.\n\n| days | seconds |\n|---:|---:|\n| 1 | 0.03 |\n| 365 | 11.2 |',
    reactions: { bob: '+1', ada: 'eyes' },
    remarks: [{ day: 23, by: 'bob', body: 'Halve the step where the height turns. I can try.' }],
  },
  { key: 'zone', day: 21, by: 'frank', title: 'Times are an hour off in summer', body: 'Since the clocks changed.' },
  { key: 'print', day: 16, by: 'frank', title: 'A table for printing', body: 'One page a month would do.' },
  { key: 'same', day: 15, by: 'eve', title: 'Water falls at midnight', closed: { day: 14.8, by: 'carol' } },
  { key: 'icon', day: 11, by: 'dave', title: 'The command needs an icon', body: '' },
  {
    key: 'lock',
    day: 6,
    by: 'carol',
    title: 'Old lock was rebuilt: measure it again',
    body: 'Its range is larger since spring, cc @dave @frank.',
    remarks: [{ day: 5.5, by: 'frank', body: 'I was there on Sunday: nearly 3.2 m.' }],
  },
  { key: 'negative-day', day: 2, by: 'frank', title: 'Yesterday cannot be asked for', body: '`--day yesterday`' },
]

/** What members gave them, who may; some were opened by people who may not. */
const arranged: Readonly<Record<string, Pick<ToldIssue, 'labels' | 'assignees' | 'milestone'>>> = {
  midnight: { labels: ['bug'], assignees: ['bob'] },
  springs: { labels: ['enhancement'], assignees: ['dave', 'carol'], milestone: '0.3' },
  units: { labels: ['question'] },
  csv: { labels: ['data', 'enhancement'], assignees: ['carol'], milestone: '0.3' },
  negative: { labels: ['bug', 'data'] },
  docs: { labels: ['documentation', 'good first issue'] },
  slow: { labels: ['enhancement', 'help wanted'], milestone: '0.3' },
  zone: { labels: ['bug'], assignees: ['bob'], milestone: '0.3' },
  same: { labels: ['duplicate'] },
  print: { labels: ['enhancement'], milestone: 'Some day' },
  lock: { labels: ['data'], assignees: ['frank', 'ada'] },
}

export const tidelineIssues: readonly Step[] = told.flatMap((one) => [
  ...issue('harbour/tideline', one),
  ...arranges('harbour/tideline', one, arranged[one.key]),
])
