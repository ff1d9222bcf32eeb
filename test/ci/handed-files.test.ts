// What jobs hand to each other where there is little room.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { newPerson } from '../support/people.ts'
import { linesOf, run } from '../support/pipelines.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let client: Client

beforeAll(async () => {
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox', CI_DISK_MB: '16' })
  client = stithy.client('B').as((await newPerson(stithy, 'ada')).access)
})
afterAll(() => stithy.stop())

async function newRepo(slug: string): Promise<string> {
  expect((await client.post('user/repos', { slug, auto_init: true })).status).toBe(201)
  return `repos/ada/${slug}`
}

it('more than a job may write is not brought to it', async () => {
  const repo = await newRepo('much')
  const file = `version: 1
jobs:
  make:
    matrix: { part: [one, two] }
    steps: [{ run: "head -c 9000000 /dev/urandom > \${{ matrix.part }}" }]
    artifacts: { paths: [one, two] }
  take:
    needs: [make]
    steps: [{ run: echo taken }]
`
  const warnings: string[] = []
  const note = ({ name }: Error): unknown => warnings.push(name)
  process.on('warning', note)
  const done = await run(client, repo, { '.svc-ci.yml': file })
  process.off('warning', note)
  // Waiting for the store leaves nothing behind, however often.
  expect(warnings).not.toContain('MaxListenersExceededWarning')
  expect(done).toMatchObject({
    status: 'error',
    error: 'The artifacts that take needs are larger than a job may write (CI_DISK_MB)',
  })
})

it('what is small while it is packed ends the job that unpacks it, and its log says why', async () => {
  const repo = await newRepo('hollow')
  const file = `version: 1
jobs:
  make:
    steps: [{ run: "mkdir hollow; for n in 1 2 3 4 5 6 7 8; do truncate -s 15M hollow/$n; done" }]
    artifacts: { paths: [hollow] }
  take:
    needs: [make]
    steps: [{ run: echo taken }]
`
  const done = await run(client, repo, { '.svc-ci.yml': file })
  expect(done.jobs.map((job: { status: string }) => job.status)).toEqual(['success', 'failed'])
  const said = (await linesOf(client, repo, done.id)).map((line) => line.content)
  expect(said).toContain('The job wrote more than its 16 MB (CI_DISK_MB), and was ended')
  expect(said).not.toContain('taken')
})
