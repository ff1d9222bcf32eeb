// Pipelines in pages: without a script everything is there, with one it moves while one looks at it.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { packLines } from '../../src/features/pipelines/log-line.ts'
import { newVisitor, openBrowser, type Visitor } from '../support/browser.ts'
import type { Answer, Client } from '../support/client.ts'
import { findFlaws } from '../support/page-flaws.ts'
import { newPerson, type Person } from '../support/people.ts'
import { type Body, ending, oneJob, pipelineOf, run } from '../support/pipelines.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { grant } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let browser: Browser
let ada: Person
let rea: Person
let api: Client
let visitor: Visitor
const repo = 'repos/ada/work'
const at = '/ada/work/ci/pipelines'

/** Writes a little, and then only waits to be ended. */
const endless = oneJob(
  'echo "\\033[31mfirst\\033[0m line"\nfor i in 1 2 3; do sleep 0.2; echo "later $i"; done\nsleep 600',
)

beforeAll(async () => {
  ;[stithy, browser] = await Promise.all([startStithy({ CI_ENABLED: 'true', CI_CONCURRENCY: '4' }), openBrowser()])
  ada = await newPerson(stithy, 'ada')
  rea = await newPerson(stithy, 'rea')
  api = stithy.client('B').as(ada.access)
  await api.post('user/repos', { slug: 'work', is_public: true, auto_init: true })
  visitor = await newVisitor(browser, stithy, { cookie: ada.cookie })
})
afterAll(async () => {
  await browser.close()
  await stithy.stop()
})

const get = (path: string, person: Person | null = null): Promise<Answer> =>
  stithy.client().get(path, person === null ? {} : { cookie: person.cookie })

const post = (path: string, fields: Record<string, string>, person = ada): Promise<Answer> =>
  stithy.client().send('POST', path, { fields, cookie: person.cookie })

/** Gives a pipeline a log of its own making. */
async function writeLog(id: string, texts: readonly string[]): Promise<void> {
  const lines = texts.map((text) => ({ at: 1_700_000_000_000, stream: 'stdout' as const, job: 0, step: 0, text }))
  const starts = Array.from({ length: Math.ceil(lines.length / 2000) }, (_, index) => index * 2000)
  const chunks = await Promise.all(
    starts.map(async (start) => {
      const some = lines.slice(start, start + 2000)
      return { first_line: start + 1, line_count: some.length, data: await packLines(some) }
    }),
  )
  await inTransaction(stithy.app, async (tx) => {
    const { id: pipeline_id } = await tx
      .selectFrom('pipelines')
      .select('id')
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('pipeline_logs').where('pipeline_id', '=', pipeline_id).execute()
    await tx.updateTable('pipelines').set({ log_lines: lines.length }).where('id', '=', pipeline_id).execute()
    for (const chunk of chunks)
      await tx
        .insertInto('pipeline_logs')
        .values({ pipeline_id, ...chunk })
        .execute()
  })
}

describe('without a script', () => {
  it('an empty list teaches how to begin, and only who may begin is shown the way', async () => {
    const page = await get(at, ada)
    expect(page.text).toContain('.svc-ci.yml')
    expect(page.text).toContain('/ada/work/ci/config')
    expect((await get(at, rea)).text).not.toContain('Write the configuration')
    const led = await get('/ada/work/ci')
    expect([led.status, led.headers.get('location')]).toEqual([303, at])
  })

  it('lists, filters and shows pipelines with their jobs, log and files; marks the tab', async () => {
    const file = `version: 1
jobs:
  make:
    steps: [{ name: Hammer, run: "mkdir out; echo nail > out/nail; printf '\\\\033[1;32mgood\\\\033[0m <b>\\\\n'" }]
    artifacts: { paths: [out/] }
  test: { needs: [make], steps: [{ name: Bend, run: "echo checking; echo 'Error: it bends'; echo gone; exit 3" }] }
`
    const done = await run(api, repo, { '.svc-ci.yml': file })
    const list = await get(at)
    for (const text of ['Change .svc-ci.yml', '#1', 'Failed', '>main<', done.commit_sha.slice(0, 8), 'Push · ada']) {
      expect(list.text).toContain(text)
    }
    expect(list.text).not.toContain('Run pipeline')
    expect((await get(`${at}?branch=nowhere`)).text).toContain('No matching pipelines')
    expect((await get(`${at}?status=success`)).text).toContain('No matching pipelines')
    expect((await get(`${at}?status=failed&branch=main`)).text).toContain(`${at}/${done.id}`)
    const page = await get(`${at}/${done.id}`)
    for (const text of [
      '<span class="ansi-green ansi-bold">good</span> &lt;b>',
      'exit code 3',
      'test › Bend',
      'make.tar.gz',
      'class="log-step" id="log-1-0" open',
      '?jump=error',
      'after make',
    ]) {
      expect(page.text).toContain(text)
    }
    // What succeeded is folded away.
    expect(page.text).toMatch(/class="log-step" id="log-0-0">/)
    expect((await get('/ada/work')).text).toMatch(
      /CI<\/span><span id="status-of-ci"[^>]*><span class="status-icon status-failed"/,
    )
    for (const path of ['', '/commits/main', '/branches', `/commit/${done.commit_sha}`]) {
      expect((await get(`/ada/work${path}`)).text, path).toMatch(`href="${stithy.url}${at}/${done.id}" rel=`)
    }
    expect((await get('/dashboard', ada)).text).toContain('Pipeline #1 of main')
    expect((await get('/dashboard', rea)).text).not.toContain('Pipeline #1')
    const error = /id="(L\d+)"[^>]*><a[^>]*><\/a><span class="log-text">Error: it bends/.exec(page.text)?.[1]
    const jump = await get(`${at}/${done.id}?jump=error`)
    expect(jump.headers.get('location')).toBe(`${at}/${done.id}?from=1#${error}`)
    const found = await get(`${at}/${done.id}?q=IT+BENDS`)
    expect(found.text).toContain('1 line with')
    expect((await get(`${at}/${done.id}?q=zzz`)).text).toContain('No line with')
    const text = await get(`${at}/${done.id}/logs.txt`)
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text.headers.get('content-disposition')).toContain('work-pipeline-1.log')
    expect(text.text).toMatch(/^\S+Z \[make\] good <b>$/m)
    const artifact = /href="([^"]*\/artifacts\/[^"]*)"/.exec(page.text)?.[1] ?? ''
    const packed = await get(artifact)
    expect([packed.status, packed.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  })

  it('runs by a form with variables, again, and only for those who may', async () => {
    await run(api, repo, { '.svc-ci.yml': oneJob('echo "level ${LEVEL-none}"') })
    expect((await get(`${at}/run`, rea)).status).toBe(403)
    expect((await post(`${at}/run`, { ref: 'main' }, rea)).status).toBe(403)
    expect((await get(`${at}/run`, ada)).text).toContain('value="main"')
    const wrong = await post(`${at}/run`, { ref: 'nowhere', variables: 'A=1' })
    expect([wrong.status, wrong.text.includes('is no branch or tag')]).toEqual([422, true])
    const odd = await post(`${at}/run`, { ref: 'main', variables: 'no sign' })
    expect([odd.status, odd.text.includes('without a “=”')]).toEqual([422, true])
    const bad = await post(`${at}/run`, { ref: 'main', variables: 'LD_PRELOAD=x' })
    expect([bad.status, bad.text.includes('LD_PRELOAD=x')]).toEqual([422, true])
    const made = await post(`${at}/run`, { ref: 'main', variables: 'LEVEL=a=b\r\n\r\n' })
    expect(made.status, made.text).toBe(303)
    const id = made.headers.get('location')?.split('/').at(-1) ?? ''
    await ending(api, repo, id)
    expect((await get(`${at}/${id}`)).text).toContain('level a=b')
    expect((await get(`${at}/${id}`, rea)).text).not.toContain('Run again')
    expect((await get(`${at}/${id}`, ada)).text).toContain('Run again')
    const late = await post(`${at}/${id}/cancel`, {})
    expect([late.status, late.headers.get('location')]).toEqual([303, `${at}/${id}`])
    const again = await post(`${at}/${id}/retry`, {})
    expect(again.headers.get('location')).toMatch(`${at}/`)
    for (const act of ['cancel', 'retry', 'approve']) {
      expect((await post(`${at}/${id}/${act}`, {}, rea)).status).toBe(403)
    }
    expect((await get(`${at}/01890a5d-ac96-774b-bcce-b302099a8057`)).status).toBe(404)
  })

  it('a file that is wrong says where, and leads to it', async () => {
    const { id } = await run(api, repo, { '.svc-ci.yml': 'version: 1\njobs:\n  a:\n    stepz: []\n' })
    const page = await get(`${at}/${id}`, ada)
    expect(page.text).toContain('.svc-ci.yml:4:')
    expect(page.text).toContain('/ada/work/edit/main/.svc-ci.yml')
    expect((await get(`${at}/${id}`)).text).toContain('/ada/work/blob/')
  })

  it('all that is wrong with a file is shown, and the log says each thing once', async () => {
    const { id } = await run(api, repo, {
      '.svc-ci.yml': 'version: 1\njobs:\n  a:\n    stepz: []\n    needz: []\n    steps: [{ run: echo }]\n',
    })
    const { text } = await get(`${at}/${id}`, ada)
    const box = /class="trouble-text"[^]*?<\/span>/.exec(text)?.[0] ?? ''
    for (const place of ['.svc-ci.yml:4:', '.svc-ci.yml:5:']) {
      expect([box.split(place).length, text.split(place).length], place).toEqual([2, 3])
    }
  })

  it('what a fork wants to run waits, says what letting it run means, and is approved by those who may', async () => {
    await commitTo(api, repo, 'main', { '.svc-ci.yml': oneJob('echo from a fork') })
    const theirs = stithy.client('B').as(rea.access)
    await theirs.post(`${repo}/forks`, {})
    await commitTo(theirs, 'repos/rea/work', ['change', 'main'], { other: '1' })
    const { number } = await openPull(theirs, repo, 'change', { source_repo: 'rea/work' })
    const id = await eventually(async () => {
      const { body } = await api.get(`${repo}/ci/pipelines?status=blocked`)
      return String(body.items[0].id)
    })
    expect((await get(`/ada/work/pulls/${number}`)).text).toContain(`${at}/${id}`)
    const page = await get(`${at}/${id}`, rea)
    expect(page.text).toContain('comes from a fork')
    expect(page.text).toContain(`/ada/work/pulls/${number}`)
    expect(page.text).not.toContain('Approve and run')
    expect((await get(`${at}/${id}`, ada)).text).toContain('Approve and run')
    expect((await get('/dashboard', ada)).text).toContain(`of pull request #${number}`)
    // Where the maintainer is: at the pull request, its checks, and the list. A press leads back there.
    for (const [place, from] of [
      [at, 'pipelines'],
      [`/ada/work/pulls/${number}`, 'pull'],
      [`/ada/work/pulls/${number}/checks`, 'checks'],
    ] as const) {
      const [own, other] = [(await get(place, ada)).text, (await get(place, rea)).text]
      expect([own.includes('Approve and run'), other.includes('Approve and run')], place).toEqual([true, false])
      expect(own).toContain(`name="from" value="${from}"`)
      expect([own, other].every((text) => text.includes('comes from a fork'))).toBe(true)
    }
    expect((await post(`${at}/${id}/approve`, {}, rea)).status).toBe(403)
    const pressed = await post(`${at}/${id}/approve`, { from: 'pull' })
    expect(pressed.headers.get('location')).toBe(`/ada/work/pulls/${number}#merge`)
    const done = await ending(api, repo, id)
    expect(done.status).toBe('success')
    expect((await get(`${at}/${id}`)).text).toContain('approved by ada')
    // A page has only a part of a long log: what the job wrote is there by itself.
    expect((await get(`/ada/work/pulls/${number}/checks`)).text).toContain(`href="${at}/${id}?job=0#log-0"`)
  })

  it('a log of a hundred thousand lines is shown in parts, the last of them first', async () => {
    const { id } = await run(api, repo, { '.svc-ci.yml': oneJob('true') })
    await writeLog(
      id,
      Array.from({ length: 100_000 }, (_, index) => (index === 54_320 ? 'a needle' : `line ${index + 1}`)),
    )
    const before = performance.now()
    const page = await get(`${at}/${id}`)
    expect(performance.now() - before).toBeLessThan(3000)
    expect(page.text).toContain('Lines 98,001 to 100,000 of 100,000')
    expect(page.text.match(/class="log-line log-stdout"/g)).toHaveLength(2000)
    expect(page.text).toContain('href="?from=98001#L99999"')
    const part = await get(`${at}/${id}?from=4000`)
    expect(part.text).toContain('Lines 4,000 to 5,999 of 100,000')
    expect((await get(`${at}/${id}?from=999999`)).text).toContain('id="L100000"')
    expect((await get(`${at}/${id}?from=-1`)).text).toContain('Lines 98,001')
    expect((await get(`${at}/${id}?q=needle`)).text).toContain('href="?from=54291#L54321"')
    expect((await get(`${at}/${id}?q=line`)).text).toContain('More than 500 lines')
    expect((await get(`${at}/${id}/logs.txt`)).text.split('\n')).toHaveLength(100_001)
  })

  it('lines that are long, full of orders to a terminal, or of HTML, do nothing and stay bounded', async () => {
    const { id } = await run(api, repo, { '.svc-ci.yml': oneJob('true') })
    const evil = '<img src=x onerror=alert(1)>\x1b]8;;javascript:alert(1)\x07link\x1b[31m'
    await writeLog(id, [...Array.from({ length: 1000 }, () => '\x1b[1mx\x1b[0my'.repeat(700)), evil])
    const page = await get(`${at}/${id}`)
    expect(page.text.length).toBeLessThan(6_000_000)
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)>link')
    expect(page.text).not.toContain('javascript:')
    expect((await get(`${at}/${id}?from=1`)).text).toContain('id="L1"')
  })

  it('a private repository keeps its pipelines to itself', async () => {
    await api.post('user/repos', { slug: 'shut', auto_init: true })
    const { id } = await run(api, 'repos/ada/shut', { '.svc-ci.yml': oneJob('true') })
    for (const path of ['', `/${id}`, `/${id}/logs.txt`]) {
      expect((await get(`/ada/shut/ci/pipelines${path}`, rea)).status).toBe(404)
      expect((await get(`/ada/shut/ci/pipelines${path}`, ada)).status).toBe(200)
    }
    await grant(stithy, 'shut', rea, 'Reader')
    expect((await get(`/ada/shut/ci/pipelines/${id}`, rea)).status).toBe(200)
  })
})

describe('with a script', () => {
  it('lines appear while the job runs, and a press on Cancel ends it in place', async () => {
    const { page } = visitor
    const made: Body = await pipelineOf(api, repo, { '.svc-ci.yml': endless })
    await page.goto(`${at}/${made.id}`)
    await page.locator('.log-text', { hasText: 'first line' }).waitFor()
    expect(await page.locator('.log-line .ansi-red').innerText()).toBe('first')
    await page.locator('.log-text', { hasText: 'later 3' }).waitFor()
    expect(await page.locator('.log-text', { hasText: 'first line' }).count()).toBe(1)
    await page.locator('.jobs .job', { hasText: 'Running' }).waitFor()
    await page.locator('.pipeline-head .badge', { hasText: 'Running' }).waitFor()
    // Someone else ends it: this page hears of it.
    await api.post(`${repo}/ci/pipelines/${made.id}/cancel`)
    await page.locator('.pipeline-head .badge', { hasText: 'Canceled' }).waitFor()
    await page.getByText('The pipeline has finished.').waitFor()
    await page.getByRole('button', { name: 'Run again' }).waitFor()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.locator('.pipeline-head .badge', { hasText: 'Running' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.pipeline-head .badge', { hasText: 'Canceled' }).waitFor()
    expect(visitor.takeProblems()).toEqual([])
  })

  it('a run that ends under the reader leaves the page as a fresh one is', async () => {
    const { page } = visitor
    const script = 'sleep 2\necho out\nexit 3'
    const made: Body = await pipelineOf(api, repo, { '.svc-ci.yml': oneJob(script) })
    await page.goto(`${at}/${made.id}`)
    const links = page.locator('.log-tools a')
    await page.getByRole('link', { name: 'Follow' }).waitFor()
    await page.getByText('The pipeline has finished.').waitFor()
    await page.getByRole('link', { name: 'First error', exact: true }).waitFor()
    const numbers = () =>
      page.locator('.log-number').evaluateAll((all) => all.map((one) => one.getAttribute('data-line')))
    const live = { links: await links.allInnerTexts(), numbers: await numbers() }
    await page.reload()
    expect(live).toEqual({ links: await links.allInnerTexts(), numbers: await numbers() })
    expect(live.links).not.toContain('Follow')
    expect(live.links).toContain('Text')
    expect(visitor.takeProblems()).toEqual([])
  })

  it('whoever asks why a check failed sees the last lines of the step that did', async () => {
    const { page } = visitor
    const file = `${oneJob('seq 300\necho it bends\nexit 1')}  other:\n    steps:\n      - run: seq 50\n`
    const { id } = await run(api, repo, { '.svc-ci.yml': file }, ['bends', 'main'])
    const { number } = await openPull(api, repo, 'bends')
    for (const [place, name] of [
      [`/ada/work/pulls/${number}`, /^See why/],
      [`${at}/${id}`, /› /],
    ] as const) {
      await page.goto(place)
      await page.getByRole('link', { name }).first().click()
      await page.waitForURL(`**${at}/${id}#L*`)
      const line = page.locator('.log-line:target')
      expect([place, await line.locator('.log-text').innerText()]).toEqual([place, 'it bends'])
      await expect.poll(() => line.evaluate((one) => one.getBoundingClientRect().top > 100)).toBe(true)
    }
    // What is too far from the end is with the job that wrote it.
    const far = await get(`${at}/${id}?jump=end&job=0&step=7`)
    expect(far.headers.get('location')).toBe(`${at}/${id}?job=0#log-0`)
    expect((await get(`${at}/${id}?jump=end&job=x`)).headers.get('location')).toBe(`${at}/${id}#log`)
    expect(visitor.takeProblems()).toEqual([])
  })

  it('each job counts its own lines', async () => {
    const file = `${oneJob('seq 3')}  two:\n    steps:\n      - run: echo c\n`
    const { id } = await run(api, repo, { '.svc-ci.yml': file })
    const html = (await get(`${at}/${id}`, ada)).text
    const jobs = html.split('class="log-job"').slice(1)
    expect(jobs.length).toBeGreaterThan(1)
    for (const job of jobs) {
      const numbers = Array.from(job.matchAll(/data-line="(\d+)"/g), ([, number]) => Number(number))
      expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
    }
  })

  it('a flood of lines is taken in without stopping the page, and what is too much is left out', async () => {
    const { page } = visitor
    const made: Body = await pipelineOf(api, repo, { '.svc-ci.yml': oneJob('sleep 1\nseq 1 12000\nsleep 600') })
    await page.goto(`${at}/${made.id}`)
    await page.locator('#L12001').waitFor({ state: 'attached' })
    expect(await page.locator('.log-line').count()).toBeLessThanOrEqual(3000)
    await page.getByText('Earlier lines are no longer shown here.').waitFor()
    await api.post(`${repo}/ci/pipelines/${made.id}/cancel`)
    await page.getByText('The pipeline has finished.').waitFor()
    expect(visitor.takeProblems()).toEqual([])
  })

  it('steps fold, lines are found and linked to, choices show at once, and a phone has room for it', async () => {
    const { page } = visitor
    const script = `printf 'one\\ntwo needle\\nthree\\nfour needle\\n%0300d\\n' 7`
    const done = await run(api, repo, { '.svc-ci.yml': oneJob(script) })
    await page.goto(`${at}/${done.id}`)
    const two = page.locator('.log-line', { hasText: 'two needle' })
    await page.locator('#log-0-0-head').click()
    expect(await two.isVisible()).toBe(false)
    await page.getByLabel('Find in the log').fill('needle')
    await page.getByText('2 here').waitFor()
    await page.getByLabel('Find in the log').press('Enter')
    expect(await two.isVisible()).toBe(true)
    expect(await two.getAttribute('class')).toContain('log-here')
    await page.getByLabel('Find in the log').press('Enter')
    expect(await page.locator('.log-here').innerText()).toContain('four needle')
    await page.locator('#log-0-0-head').click()
    const number = (await two.getAttribute('id')) ?? ''
    await page.goto(`${at}/${done.id}#${number}`)
    await page.reload()
    expect(await two.isVisible()).toBe(true)
    await page.getByLabel('Times').check()
    const shown = await two.evaluate((line) => getComputedStyle(line, '::before').content)
    expect(shown).toMatch(/^"\d\d:\d\d:\d\d"$/)
    await page.getByLabel('Wrap').uncheck()
    expect(await findFlaws(visitor)).toEqual([])
  })

  it('leads to a line of a long log that is not in the part that is shown', async () => {
    const { page } = visitor
    const done = await run(api, repo, { '.svc-ci.yml': oneJob('true') })
    await writeLog(
      done.id,
      Array.from({ length: 9000 }, (_, index) => `line ${index + 1}`),
    )
    await page.goto(`${at}/${done.id}#L12`)
    await page.locator('#L12').waitFor()
    expect(new URL(page.url()).search).toBe('?from=1')
    expect(visitor.takeProblems()).toEqual([])
  })
})
