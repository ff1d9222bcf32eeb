// The picture that says how pipelines stand, and the README that shows it.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { type PipelineStatus, pipelineStatuses } from '../../src/features/pipelines/pipeline.ts'
import { newVisitor, openBrowser } from '../support/browser.ts'
import type { Answer, Client } from '../support/client.ts'
import { newPerson, type Person } from '../support/people.ts'
import { oneJob, pipelineOf, run } from '../support/pipelines.ts'
import { commitTo } from '../support/pulls.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let eve: Person
let api: Client
const repo = 'repos/ada/work'
const odd = 'odd/(bränch)&"co"'
const oddInAddress = 'odd%2F%28br%C3%A4nch%29%26%22co%22'

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy({ CI_ENABLED: 'true' }), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  eve = await newPerson(stithy, 'eve')
  api = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'work', { is_public: true, auto_init: true })
  await newRepo(stithy, ada, 'closed', { auto_init: true })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

const get = (path: string, options: Parameters<Client['get']>[1] = {}): Promise<Answer> =>
  stithy.client().get(path, options)

const wordOf = async (path: string): Promise<string | undefined> =>
  /<title>pipeline: ([^<]*)<\/title>/.exec((await get(path)).text)?.[1]

it('says how the newest pipeline of a branch ended', async () => {
  expect(await wordOf('/ada/work/badge.svg')).toBe('none')
  await run(api, repo, { '.svc-ci.yml': oneJob('echo good') })
  await run(api, repo, { '.svc-ci.yml': oneJob('exit 3') }, [odd, 'main'])
  expect(await wordOf('/ada/work/badge.svg')).toBe('passed')
  expect(await wordOf('/ada/work/badge.svg?branch=')).toBe('passed')
  expect(await wordOf('/ada/work/badge.svg?branch=main')).toBe('passed')
  expect(await wordOf('/ada/work/badge.svg?branch=refs/heads/main')).toBe('passed')
  expect(await wordOf(`/ada/work/badge.svg?branch=${oddInAddress}`)).toBe('failed')
  expect(await wordOf('/ada/work/badge.svg?branch=nowhere')).toBe('none')
})

it('has a word for every state', async () => {
  const { id: uuid } = await pipelineOf(api, repo, { '.svc-ci.yml': oneJob('echo good') }, ['states', 'main'])
  const words: Partial<Record<PipelineStatus, string | undefined>> = {}
  for (const status of pipelineStatuses) {
    await inTransaction(stithy.app, (tx) =>
      tx
        .updateTable('pipelines')
        .set({ status })
        .where('uuid', '=', uuid)
        .execute()
        .then(() => undefined),
    )
    words[status] = await wordOf('/ada/work/badge.svg?branch=states')
  }
  expect(words).toEqual({
    created: 'running',
    pending: 'running',
    running: 'running',
    blocked: 'needs approval',
    success: 'passed',
    failed: 'failed',
    canceled: 'canceled',
    timed_out: 'failed',
    error: 'failed',
  })
})

it('is asked for anew each time, runs nothing, and repeats nothing that it was asked', async () => {
  const badge = await get('/ada/work/badge.svg')
  expect(Object.fromEntries(badge.headers)).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const etag = badge.headers.get('etag') ?? ''
  const again = await get('/ada/work/badge.svg', { headers: { 'if-none-match': etag } })
  expect([again.status, again.text]).toEqual([304, ''])
  const other = await get('/ada/work/badge.svg?branch=nowhere', { headers: { 'if-none-match': etag } })
  expect(other.status).toBe(200)
  const attack = encodeURIComponent('"/><script>alert(1)</script>')
  const hostile = await get(`/ada/work/badge.svg?branch=${attack}`)
  expect([hostile.status, hostile.text]).toEqual([200, other.text])
  expect((await stithy.client().send('HEAD', '/ada/work/badge.svg')).status).toBe(200)
})

it('is for those who may read the repository', async () => {
  const statuses = await Promise.all([
    get('/ada/closed/badge.svg', { cookie: ada.cookie }),
    get('/ada/closed/badge.svg', { cookie: eve.cookie }),
    get('/ada/closed/badge.svg'),
    get('/ada/nothing/badge.svg'),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([200, 404, 404, 404])
  expect(statuses[0]?.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(statuses[1]?.text).not.toContain('<title>pipeline')
})

it('hides no file or branch that is called so', async () => {
  await commitTo(api, repo, ['badge.svg', 'main'], { 'badge.svg': '<svg/>', 'ada/work/badge.svg': '<svg/>' })
  for (const path of ['blob/badge.svg/badge.svg', 'raw/badge.svg/badge.svg', 'tree/badge.svg', 'commits/badge.svg']) {
    expect((await get(`/ada/work/${path}`)).status, path).toBe(200)
  }
})

it('stands in a README by its whole address, as the page of pipelines gives it, and nothing else of a host does', async () => {
  const home = stithy.app.config.BASE_URL
  const { page, context, takeProblems } = await newVisitor(browser, stithy, { cookie: ada.cookie })
  await page.goto(`/ada/work/ci/pipelines?branch=${oddInAddress}`)
  await page.getByText('Status badge').click()
  const branchText = await page.getByRole('group', { name: 'Markdown of the status badge' }).innerText()
  expect(branchText).toContain(`${home}/ada/work/badge.svg?branch=${oddInAddress})`)
  await page.goto('/ada/work/ci/pipelines')
  await page.getByText('Status badge').click()
  const text = await page.getByRole('group', { name: 'Markdown of the status badge' }).innerText()
  expect(text).toBe(`[![pipeline](${home}/ada/work/badge.svg)](${home}/ada/work/ci/pipelines)`)
  const others = [
    '![file](/ada/work/badge.svg)',
    `![whole](${home}/settings/badge.svg/../../logout)`,
    '![elsewhere](https://elsewhere.invalid/ada/work/badge.svg)',
    `![page](${home}/ada/work/settings)`,
  ]
  await commitTo(api, repo, 'badge.svg', { 'README.md': [text, branchText, ...others].join('\n\n') })
  await page.goto('/ada/work/tree/badge.svg')
  const pictures = page.locator('.prose img')
  await expect.poll(() => pictures.evaluateAll((all) => all.every((one) => Reflect.get(one, 'complete')))).toBe(true)
  const shown = await pictures.evaluateAll((all) =>
    all.map((one) => [one.getAttribute('src'), one.getAttribute('alt'), Number(Reflect.get(one, 'naturalWidth')) > 0]),
  )
  expect(shown).toEqual([
    ['/ada/work/badge.svg', 'pipeline', true],
    [`/ada/work/badge.svg?branch=${oddInAddress}`, 'pipeline', true],
    ['/ada/work/media/badge.svg/ada/work/badge.svg', 'file', expect.any(Boolean)],
  ])
  await page
    .locator('.prose a', { has: page.locator('img') })
    .first()
    .click()
  await page.waitForURL('**/ada/work/ci/pipelines')
  expect(takeProblems()).toEqual([])
  await context.close()
})
