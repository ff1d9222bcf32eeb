import { addUsualLabels } from '../../features/labels/add-usual-labels.ts'
import { tidePicture } from '../picture.ts'
import { refOf, type Step } from '../stage.ts'
import { begins, commits, does, issue, stars, type ToldIssue, tags } from '../steps.ts'

const path = 'ada/field-notes'

const measured = ['hour,metres', ...Array.from({ length: 48 }, (_, hour) => `${hour},${height(hour)}`), ''].join('\n')

function height(hour: number): string {
  return (1.7 + 1.4 * Math.cos((28.98 * hour * Math.PI) / 180)).toFixed(2)
}

const notebook = JSON.stringify(
  {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# Two days at the pier\n', '\n', 'How high, and **when**.'] },
      {
        cell_type: 'code',
        execution_count: 1,
        metadata: {},
        source: [
          "rows = [line.split(',') for line in open('heights.csv')][1:]\n",
          'max(rows, key=lambda row: float(row[1]))',
        ],
        outputs: [
          {
            output_type: 'execute_result',
            execution_count: 1,
            metadata: {},
            data: { 'text/plain': ["['0', '3.10\\n']"] },
          },
        ],
      },
    ],
  },
  null,
  1,
)

const told: readonly ToldIssue[] = [
  {
    key: 'gaps',
    day: 32,
    by: 'ada',
    title: 'Two hours are missing on the second day',
    labels: ['bug'],
    body: 'The gauge was frozen. See `heights.csv`.',
    remarks: [{ day: 31.5, by: 'carol', body: 'Say so in the file rather than guess them.', reactions: { ada: '+1' } }],
    closed: { day: 30.9, by: 'ada' },
  },
  { key: 'photo', day: 27, by: 'bob', title: 'A photograph of the gauge', body: 'It would help who reads {gaps}.' },
  { key: 'units-here', day: 19, by: 'frank', title: 'Which zero is meant?', body: 'Mean water, or the lowest ever?' },
  { key: 'licence', day: 9, by: 'eve', title: 'May I use the figures?', body: 'In harbour/tideline, that is.' },
  { key: 'winter', day: 3, by: 'ada', title: 'Measure in winter too', assignees: ['ada'], labels: ['help wanted'] },
]

/** Things to look at: a table, a notebook, a picture. */
export const fieldNotes: readonly Step[] = [
  begins(34, 'ada', path, { description: 'What was measured at the pier', isPublic: true }),
  commits(33.9, 'ada', path, {
    message: 'Two days at the pier',
    files: {
      'README.md': '# Field notes\n\n![Two days](pier.png)\n\nThe figures are in [heights.csv](heights.csv).\n',
      'heights.csv': measured,
    },
  }),
  commits(33.5, 'ada', path, { message: 'How it looked', files: { 'pier.png': tidePicture() } }),
  commits(30.8, 'ada', path, {
    message: 'Say where nothing was measured\n\nCloses {gaps}',
    files: { 'gaps.md': '# Gaps\n\nDay 2, from 02:00 to 04:00: frozen.\n' },
  }),
  commits(23, 'ada', path, { message: 'A notebook to read along', files: { 'pier.ipynb': notebook } }),
  tags(22.5, 'ada', path, { name: 'autumn', message: 'As it was in autumn' }),
  does(33.8, (stage) => addUsualLabels(stage.app, stage.as('ada'), refOf(path))),
  ...told.flatMap((one) => issue(path, one)),
  ...stars(29, ['carol', 'frank'], path),
]
