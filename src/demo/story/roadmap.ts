import type { Step } from '../stage.ts'
import { begins, commits, issue, type ToldIssue } from '../steps.ts'

const path = 'harbour/roadmap'

const told: readonly ToldIssue[] = [
  {
    key: 'next',
    day: 12.5,
    by: 'ada',
    title: 'What comes after 0.3?',
    body: '- [ ] more stations\n- [ ] harbour/tideline in a browser\n\n@bob, @carol: what else?',
    remarks: [
      { day: 12.2, by: 'carol', body: 'Storms.', reactions: { bob: 'confused', dave: '+1' } },
      { day: 11.8, by: 'bob', body: 'A table for printing: people ask for it.' },
    ],
  },
  { key: 'meeting', day: 4.5, by: 'carol', title: 'When do we meet?', body: 'High water on Friday is at nine.' },
  { key: 'budget', day: 1.5, by: 'ada', title: 'A second gauge', assignees: ['ada', 'bob'] },
]

/** Private: only the team sees it. */
export const roadmap: readonly Step[] = [
  begins(14.5, 'ada', path, { description: 'Where we want to go', isPublic: false }),
  commits(14.4, 'ada', path, {
    message: 'Begin',
    files: { 'README.md': '# Roadmap\n\n1. Springs and neaps\n2. More stations\n' },
  }),
  ...told.flatMap((one) => issue(path, one)),
]
