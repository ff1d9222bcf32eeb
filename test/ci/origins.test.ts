// What a pipeline runs for, and what becomes of it when that is gone.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Passing } from '../../src/core/checkpoint.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { expireFiles } from '../../src/features/pipelines/expire-files.ts'
import type { Client } from '../support/client.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { newPerson, newToken } from '../support/people.ts'
import { type Body, ending, linesOf, oneJob, outputOf, pipelineOf, run } from '../support/pipelines.ts'
import { commitTo, openPull } from '../support/pulls.ts'
import { itemsOf } from '../support/shapes.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'
import { readEvents } from '../support/stream.ts'

let stithy: TestStithy
let client: Client
let access: string
let cookie: string
let count = 0
/** What asks for the pipelines of pull requests waits for it. */
let held: Promise<void> | undefined

// As the command line has it: files of the service are for itself alone.
const usual = process.umask(0o077)
beforeAll(async () => {
  const passing: Passing = async (place) => {
    if (place === 'run:pipelines.follow-pull') await held
  }
  stithy = await startStithy({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' }, { passing })
  ;({ access, cookie } = await newPerson(stithy, 'ada'))
  client = stithy.client('B').as(access)
})
afterAll(async () => {
  await stithy.stop()
  process.umask(usual)
})

async function newRepo(): Promise<string> {
  const slug = `o${++count}`
  expect((await client.post('user/repos', { slug, auto_init: true })).status).toBe(201)
  return `repos/ada/${slug}`
}

it('expressions of a pull request say which, from where and into what; those of a push have no such thing', async () => {
  const repo = await newRepo()
  const words = ['branch', 'source_branch', 'pull', 'event', 'ref'] as const
  const env = words.map((word) => `${word.toUpperCase()}_: "\${{ ${word} }}"`).join(', ')
  const script = words.map((word) => `$${word.toUpperCase()}_`).join('|')
  const file = (when: string): string =>
    `version: 1\nwhen: { event: [${when}] }\njobs: { build: { steps: [ { run: 'echo "${script}"', env: { ${env} } } ] } }\n`
  const pushed = await run(client, repo, { '.svc-ci.yml': file('push') })
  expect(await outputOf(client, repo, pushed.id)).toEqual(['main|||push|main'])
  await commitTo(client, repo, ['work', 'main'], { '.svc-ci.yml': file('pull_request') })
  const { number } = await openPull(client, repo, 'work')
  const made = await eventually(async () => {
    const [newest] = itemsOf((await client.get(`${repo}/ci/pipelines`)).body)
    expect(newest).toMatchObject({ trigger: 'pull_request', pull: number })
    return String(newest?.['id'])
  })
  await ending(client, repo, made)
  expect(await outputOf(client, repo, made)).toEqual([`main|work|${number}|pull_request|refs/pull/${number}/head`])
})

it('a pull request that goes to another branch than before is looked at anew', async () => {
  const repo = await newRepo()
  await commitTo(client, repo, 'main', { '.svc-ci.yml': oneJob('echo ran', 'when: { branch: main }\n') })
  await client.post(`${repo}/branches`, { name: 'aside', target: 'main' })
  const sha = await commitTo(client, repo, ['work', 'main'], { a: 'a' })
  const { number } = await openPull(client, repo, 'work', { target_branch: 'aside' })
  await client.send('PATCH', `${repo}/pulls/${number}`, { body: { target_branch: 'main' } })
  const made = await eventually(async () => {
    const { body } = await client.get(`${repo}/ci/pipelines?commit=${sha}`)
    expect(body.items).toHaveLength(1)
    return body.items[0]
  })
  expect(await ending(client, repo, made.id)).toMatchObject({ status: 'success', pull: number })
})

it('a file for one branch is for pushes to it and for pull requests into it', async () => {
  const repo = await newRepo()
  const file = 'version: 1\nwhen: { branch: main }\njobs: { build: { steps: [ { run: "true" } ] } }\n'
  const pushed = await run(client, repo, { '.svc-ci.yml': file })
  await commitTo(client, repo, ['work', 'main'], { a: '1' })
  const { number } = await openPull(client, repo, 'work')
  await eventually(async () => {
    expect(itemsOf((await client.get(`${repo}/ci/pipelines`)).body)).toMatchObject([
      { trigger: 'pull_request', pull: number },
      { id: pushed.id, trigger: 'push', ref: 'main' },
    ])
  })
})

it('a job for some files runs when one of them has changed, also when it is run again', async () => {
  const repo = await newRepo()
  const job = (path: string): string => `{ when: { path: "${path}" }, steps: [ { run: "true" } ] }`
  const file = `version: 1\njobs: { docs: ${job('docs/**')}, code: ${job('src/**')} }\n`
  const first = await run(client, repo, { '.svc-ci.yml': file })
  const second = await run(client, repo, { 'src/a': '1' })
  const again = await client.post(`${repo}/ci/pipelines/${second.id}/retry`)
  const third = await ending(client, repo, again.body.id)
  const branch = await run(client, repo, { 'docs/a': '1' }, ['new', 'main'])
  const ends = [first, second, third, branch].map(({ jobs }) => jobs.map((one: { status: string }) => one.status))
  // The file itself is neither. Of a new branch nothing is known: everything counts.
  expect(ends).toEqual([
    ['skipped', 'skipped'],
    ['skipped', 'success'],
    ['skipped', 'success'],
    ['success', 'success'],
  ])
})

it('a piece of work is looked at as a whole: its last push does not make good what one before it has broken', async () => {
  const repo = await newRepo()
  const file = `version: 1
jobs: { code: { when: { path: "src/**" }, steps: [ { run: "test ! -e src/broken" } ] } }
`
  await run(client, repo, { '.svc-ci.yml': file, 'src/a': '1' })
  const broken = await run(client, repo, { 'src/broken': '1' }, ['work', 'main'])
  const documented = await run(client, repo, { 'docs/a': '1' }, 'work')
  expect([broken.status, documented.status]).toEqual(['failed', 'failed'])
  const other = await run(client, repo, { 'docs/a': '1' }, ['words', 'main'])
  const more = await run(client, repo, { 'docs/b': '1' }, 'words')
  // Of a new branch nothing is known, and then it is.
  expect([other, more].map(({ jobs }) => jobs[0].status)).toEqual(['success', 'skipped'])
  // What follows the default branch, or is protected as it is, changes what each push brings.
  await client.post(`${repo}/branch-protections`, { pattern: 'work', push_role: 'Developer' })
  expect((await run(client, repo, { 'docs/c': '1' }, 'work')).status).toBe('success')
})

/** The newest pipeline of a commit, once it has ended. */
async function newestOf(repo: string, commit: string): Promise<Body> {
  const [made] = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${commit}`)).body)
  return ending(client, repo, String(made?.['id']))
}

it('what a branch takes back is its own work, and what it only follows is what each push brings', async () => {
  const repo = await newRepo()
  const file = `version: 1
jobs: { code: { when: { path: "src/**" }, steps: [ { run: "test ! -e src/broken" } ] } }
`
  const broken = await commitTo(client, repo, 'main', { '.svc-ci.yml': file, 'src/broken': '1' })
  for (const name of ['work', 'staging']) await client.post(`${repo}/branches`, { name })
  const operations = [{ action: 'delete', path: 'src/broken' }]
  expect((await client.post(`${repo}/contents`, { branch: 'main', message: 'Mend', operations })).status).toBe(201)
  const tree = await newFolder()
  const remote = addressOf(stithy, await newToken(client, ['repo:write']), repo.replace('repos/', ''))
  await git(tree, 'clone', '-q', remote, '.')
  const merge = ['merge', '-q', '--no-ff', '-m', 'Merge', 'origin/main']
  const push = async (branch: string): Promise<string> => {
    await git(tree, 'push', '-q', 'origin', branch)
    return git(tree, 'rev-parse', 'HEAD')
  }
  await git(tree, 'checkout', '-q', 'work')
  await git(tree, ...merge)
  await git(tree, 'checkout', '-q', broken, '--', 'src/broken')
  await git(tree, 'commit', '-qm', 'Take it back')
  // As the branch was before, and not as the default branch is.
  expect((await newestOf(repo, await push('work'))).status).toBe('failed')
  await git(tree, 'checkout', '-q', 'staging')
  await git(tree, ...merge)
  expect((await newestOf(repo, await push('staging'))).jobs).toMatchObject([{ status: 'success' }])
  // Behind a merge of its own it stands no longer in the history of the default branch.
  await commitTo(client, repo, 'main', { 'src/b': '1' })
  await git(tree, 'fetch', '-q')
  await git(tree, ...merge)
  expect((await newestOf(repo, await push('staging'))).jobs).toMatchObject([{ status: 'success' }])
})

it('a tag that is moved, or a push that brought little, does not make good a commit that is broken', async () => {
  const repo = await newRepo()
  const file = `version: 1
jobs: { code: { when: { path: "src/**" }, steps: [ { run: "test ! -e src/broken" } ] } }
`
  await run(client, repo, { '.svc-ci.yml': file, 'src/a': '1' })
  await client.post(`${repo}/branch-protections`, { pattern: 'main', required_checks: ['ci'] })
  const broken = await pipelineOf(client, repo, { 'src/broken': '1' }, ['work', 'main'])
  const documented = await pipelineOf(client, repo, { 'docs/a': '1' }, 'work')
  const tree = await newFolder()
  const remote = addressOf(stithy, await newToken(client, ['repo:write']), repo.replace('repos/', ''))
  await git(tree, 'clone', '-q', '-b', 'work', remote, '.')
  await git(tree, 'push', '-q', 'origin', `${broken.commit_sha}:refs/tags/latest`)
  await git(tree, 'push', '-qf', 'origin', `${documented.commit_sha}:refs/tags/latest`)
  expect(await newestOf(repo, documented.commit_sha)).toMatchObject({ ref: 'latest', status: 'failed' })
  // Of a branch that goes on and on each push counts by itself; what is offered for another branch does not.
  await client.post(`${repo}/branch-protections`, { pattern: 'work', push_role: 'Developer' })
  const little = await run(client, repo, { 'docs/b': '1' }, 'work')
  expect(little.status).toBe('success')
  const { number } = await openPull(client, repo, 'work')
  const judged = await eventually(async () => {
    const [newest] = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${little.commit_sha}`)).body)
    expect(newest).toMatchObject({ trigger: 'pull_request', pull: number })
    return ending(client, repo, String(newest?.['id']))
  })
  expect(judged.status).toBe('failed')
  expect((await client.post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })).status).toBe(409)
})

/** A pull request that changes nothing of interest where it goes, and would bring something broken to the default branch. */
async function offeredToNext(): Promise<{ repo: string; sha: string; number: number }> {
  const repo = await newRepo()
  const file = `version: 1
when: { event: pull_request, path: "src/**" }
jobs: { code: { steps: [ { run: "test ! -e src/broken" } ] } }
`
  await commitTo(client, repo, 'main', { '.svc-ci.yml': file })
  await commitTo(client, repo, ['next', 'main'], { 'src/broken': '1' })
  await client.post(`${repo}/branch-protections`, { pattern: '*', required_checks: ['ci'] })
  const sha = await commitTo(client, repo, ['a/work', 'next'], { 'docs/a': '1' })
  const { number } = await openPull(client, repo, 'a/work', { target_branch: 'next' })
  return { repo, sha, number }
}

it('what goes to another branch than before is looked at for that one', async () => {
  const { repo, sha, number } = await offeredToNext()
  const pipelines = (total: number): Promise<Body> =>
    eventually(async () => {
      const { body } = await client.get(`${repo}/ci/pipelines?commit=${sha}`)
      expect(body.items).toHaveLength(total)
      return body.items[0]
    })
  expect((await ending(client, repo, (await pipelines(1)).id)).jobs).toMatchObject([{ status: 'skipped' }])
  const moved = await client.send('PATCH', `${repo}/pulls/${number}`, { body: { target_branch: 'main' } })
  expect(moved.status, moved.text).toBe(200)
  expect((await ending(client, repo, (await pipelines(2)).id)).status).toBe('failed')
})

it('what is sent to another branch and merged at once waits for what is run for that one', async () => {
  const { repo, sha, number } = await offeredToNext()
  await eventually(async () => {
    expect((await client.get(`${repo}/commits/${sha}/status`)).body.state).toBe('success')
  })
  await beforeItIsFollowed(async () => {
    const moved = await client.send('PATCH', `${repo}/pulls/${number}`, { body: { target_branch: 'main' } })
    expect(moved.status, moved.text).toBe(200)
    const merged = await client.post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })
    expect([merged.status, merged.body.details?.[0]?.code]).toEqual([409, 'checks_pending'])
    expect((await newestOf(repo, sha)).status).toBe('failed')
  })
  const again = await client.post(`${repo}/pulls/${number}/merge`, { merge_method: 'merge' })
  expect([again.status, again.body.details?.[0]?.code]).toEqual([409, 'checks_failed'])
})

it('what is opened to be merged by itself waits for the pipeline that it gets', async () => {
  const repo = await newRepo()
  await commitTo(client, repo, 'main', { '.svc-ci.yml': oneJob('exit 1', 'when: { event: pull_request }\n') })
  const sha = await commitTo(client, repo, ['work', 'main'], { a: '1' })
  await beforeItIsFollowed(async () => {
    const { number } = await openPull(client, repo, 'work')
    const pull = `${repo}/pulls/${number}`
    expect((await client.send('PUT', `${pull}/auto-merge`, { body: { merge_method: 'merge' } })).status).toBe(200)
    await eventually(async () => {
      expect((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body.total).toBe(1)
    })
    expect((await newestOf(repo, sha)).status).toBe('failed')
    expect((await client.get(pull)).body.state).toBe('open')
  })
})

async function beforeItIsFollowed(act: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  try {
    await act()
  } finally {
    held = undefined
    resolve()
  }
}

it('times of several schedules that lie together are one run, and so is all that was missed', async () => {
  const repo = await newRepo()
  const file = oneJob('true', 'schedule: ["0 3 * * *", "2 3 * * *", "0 12 * * *"]\nwhen: { event: schedule }\n')
  await commitTo(client, repo, 'main', { '.svc-ci.yml': file })
  const due = async (times: Readonly<Record<string, number>>): Promise<number> => {
    await inTransaction(stithy.app, async (tx) => {
      for (const [expression, next] of Object.entries(times)) {
        await tx.updateTable('pipeline_schedules').set({ next_at: next }).where('expression', '=', expression).execute()
      }
      await tx.notify('pipelines')
    })
    await eventually(async () => {
      const late = stithy.app.db.selectFrom('pipeline_schedules').select('id')
      expect(await late.where('next_at', '<=', stithy.app.clock.now()).execute()).toEqual([])
    })
    return (await client.get(`${repo}/ci/pipelines`)).body.total
  }
  const now = stithy.app.clock.now()
  expect(await due({ '0 3 * * *': now - 200_000, '2 3 * * *': now - 80_000 })).toBe(1)
  // Five minutes later, as the clock was meant to go.
  await inTransaction(stithy.app, async (tx) => {
    await tx
      .updateTable('pipeline_schedules')
      .set((eb) => ({ ran_for: eb('ran_for', '-', 300_000) }))
      .execute()
  })
  expect(await due({ '0 3 * * *': now - 200_000 })).toBe(2)
  await inTransaction(stithy.app, async (tx) => {
    await tx.updateTable('pipeline_schedules').set({ ran_for: null }).execute()
  })
  const hours = 3_600_000
  expect(await due({ '0 3 * * *': now - 9 * hours, '2 3 * * *': now - 8 * hours, '0 12 * * *': now - hours })).toBe(3)
})

it('a schedule is that of the default branch, also when that is another one', async () => {
  const repo = await newRepo()
  const file = oneJob('true', 'schedule: ["7 7 * * *"]\nwhen: { event: schedule }\n')
  await commitTo(client, repo, ['clocked', 'main'], { '.svc-ci.yml': file })
  const planned = async () => {
    const all = stithy.app.db.selectFrom('pipeline_schedules').select('id')
    return (await all.where('expression', '=', '7 7 * * *').execute()).length
  }
  expect(await planned()).toBe(0)
  for (const [branch, times] of [
    ['clocked', 1],
    ['main', 0],
  ] as const) {
    await client.send('PATCH', repo, { body: { default_branch: branch } })
    await eventually(async () => expect(await planned()).toBe(times))
  }
})

it('what runs in a repository that is archived can be stopped', async () => {
  const repo = await newRepo()
  const made = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('echo begun\nsleep 4321') })
  await eventually(async () => expect(await outputOf(client, repo, made.id)).toEqual(['begun']))
  await client.send('PATCH', repo, { body: { archived: true } })
  expect((await client.post(`${repo}/ci/pipelines/${made.id}/cancel`)).body.status).toBe('canceled')
  expect((await client.post(`${repo}/ci/pipelines/${made.id}/retry`)).status).toBe(403)
})

it('nothing runs for an account that is shut: neither what it has begun nor what the clock asks for', async () => {
  const eve = stithy.client('B').as((await newPerson(stithy, 'eve')).access)
  await eve.post('user/repos', { slug: 'mine', auto_init: true, is_public: true })
  const file = oneJob('echo begun\nsleep 4320', 'schedule: ["9 9 * * *"]\nwhen: { event: [push, schedule] }\n')
  const made = await pipelineOf(eve, 'repos/eve/mine', { '.svc-ci.yml': file })
  await eventually(async () => expect(await outputOf(eve, 'repos/eve/mine', made.id)).toEqual(['begun']))
  await client.send('PATCH', 'admin/users/eve', { body: { disabled: true } })
  const ended = await ending(client, 'repos/eve/mine', made.id)
  expect([ended.status, ended.error]).toEqual(['canceled', expect.stringContaining('disabled')])
  await inTransaction(stithy.app, async (tx) => {
    await tx.updateTable('pipeline_schedules').set({ next_at: 1 }).where('expression', '=', '9 9 * * *').execute()
    await tx.notify('pipelines')
  })
  await eventually(async () => {
    const late = stithy.app.db.selectFrom('pipeline_schedules').select('id').where('next_at', '=', 1)
    expect(await late.execute()).toEqual([])
  })
  expect((await client.get('repos/eve/mine/ci/pipelines')).body.total).toBe(1)
})

it.each([
  ['disabled', (name: string) => client.send('PATCH', `admin/users/${name}`, { body: { disabled: true } })],
  ['deleted', (name: string) => client.send('DELETE', `admin/users/${name}`)],
] as const)('what an account has begun elsewhere ends when it is %s, and maintainers hear why', async (how, shut) => {
  const repo = await newRepo()
  const name = `kim-${how}`
  const kim = await newPerson(stithy, name)
  await client.send('PUT', `${repo}/collaborators/${name}`, { body: { role: 'Developer' } })
  await client.post(`${repo}/ci/variables`, { key: 'PASSPHRASE', value: 'sesame-opens', secret: true })
  const mark = `sleep 88${process.pid}${how.length}`
  const theirs = stithy.client('B').as(kim.access)
  const made = await pipelineOf(theirs, repo, { '.svc-ci.yml': oneJob(`echo begun; ${mark}`) })
  await eventually(async () => expect(await outputOf(client, repo, made.id)).toEqual(['begun']))
  expect((await shut(name)).status).toBeLessThan(300)
  const ended = await ending(client, repo, made.id)
  const why = `The account of whoever started it was ${how}`
  expect([ended.status, ended.error]).toEqual(['canceled', why])
  const running = (): string => execFileSync('ps', ['-eo', 'args']).toString()
  await eventually(() => expect(running()).not.toContain(`\n${mark}`), 4000)
  await eventually(async () => {
    const { text } = await stithy.client().get('/notifications', { cookie })
    expect(text).toContain(`A pipeline was stopped in ${repo.slice('repos/'.length)}. ${why}`)
    expect(text).toContain(`/ci/pipelines/${String(made.id)}`)
  }, 4000)
})

it('what is checked out and what a job makes can be read by others, as everywhere', async () => {
  const repo = await newRepo()
  const script = 'touch made; mkdir folder; stat -c "%a %n" .svc-ci.yml made folder .'
  const done = await run(client, repo, { '.svc-ci.yml': oneJob(script) })
  expect(await outputOf(client, repo, done.id)).toEqual(['644 .svc-ci.yml', '644 made', '755 folder', '755 .'])
})

it('a repository that is deleted takes its pipelines with it: streams and processes end at once', async () => {
  const repo = await newRepo()
  const mark = `sleep 77${process.pid}`
  const made = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob(`echo begun; ${mark}`) })
  const url = `${stithy.url}/api/v1/${repo}/ci/pipelines/${made.id}/logs/stream`
  const { reader } = await readEvents(url, { authorization: `Bearer ${access}` })
  await eventually(() => expect(reader.text()).toContain('"content":"begun"'))
  expect((await client.send('DELETE', repo)).status).toBe(204)
  await eventually(() => expect(reader.ended()).toBe(true), 2000)
  const running = (): string => execFileSync('ps', ['-eo', 'args']).toString()
  await eventually(() => expect(running()).not.toContain(`\n${mark}`), 4000)
})

it('artifacts and caches count against the quota of the owner until they expire, and jobs do without', async () => {
  const repo = await newRepo()
  const used = async (): Promise<number> =>
    itemsOf((await client.get('admin/users?q=ada')).body).map((one) => Number(one['used_bytes']))[0] ?? 0
  const setQuota = (bytes: number | null) => client.send('PATCH', 'admin/users/ada', { body: { quota_bytes: bytes } })
  const file = `version: 1
jobs:
  build:
    steps: [ { run: "mkdir a c; head -c 300000 /dev/urandom > a/noise; head -c 100000 /dev/urandom > c/noise" } ]
    artifacts: { paths: [a/] }
    cache: { key: "\${{ sha }}", paths: [c] }
`
  const before = await used()
  await run(client, repo, { '.svc-ci.yml': file })
  const after = await used()
  expect(after - before).toBeGreaterThan(400_000)
  expect((await setQuota(after + 150_000)).status).toBe(200)
  const done = await run(client, repo, { other: '1' })
  expect(done.status).toBe('success')
  const said = (await linesOf(client, repo, done.id)).map((line) => line.content)
  expect(said).toContainEqual(expect.stringMatching(/^ada uses .* of .*, and this takes/))
  expect(said).toContainEqual(expect.stringMatching(/^The cache \w+ was kept$/))
  expect((await client.get(`${repo}/ci/pipelines/${done.id}/artifacts`)).body.total).toBe(0)
  const settings = await fetch(`${stithy.url}/${repo.slice('repos/'.length)}/settings`, {
    headers: { authorization: `Bearer ${access}` },
  })
  expect(await settings.text()).toMatch(/of which .* in artifacts and caches/)
  await inTransaction(stithy.app, async (tx) => {
    await tx.updateTable('pipeline_artifacts').set({ expires_at: tx.now }).execute()
    await tx.updateTable('pipeline_caches').set({ used_at: 0 }).execute()
  })
  await expireFiles(stithy.app)
  expect(await used()).toBeLessThan(before + 100_000)
  await setQuota(null)
})

it('a worker that was held up for longer than its lease goes on with what it is at', async () => {
  const repo = await newRepo()
  const made = await pipelineOf(client, repo, { '.svc-ci.yml': oneJob('echo begun; sleep 1; echo done') })
  await eventually(async () => expect(await outputOf(client, repo, made.id)).toContain('begun'))
  const row = stithy.app.db.selectFrom('pipelines').where('uuid', '=', made.id)
  await inTransaction(stithy.app, async (tx) => {
    await tx.updateTable('pipelines').set({ lease_until: 0 }).where('uuid', '=', made.id).execute()
    await tx.notify('pipelines')
  })
  expect((await ending(client, repo, made.id)).status).toBe('success')
  expect(await row.select('attempts').executeTakeFirst()).toEqual({ attempts: 1 })
  expect(await outputOf(client, repo, made.id)).toEqual(['begun', 'done'])
})
