import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireSha, type Sha } from '../../src/core/sha.ts'
import { findRepo } from '../../src/features/repos/find-repo.ts'
import { DependencyTrack } from '../../src/features/sbom/dependency-track.ts'
import { gateSbom } from '../../src/features/sbom/gate-sbom.ts'
import type { Client } from '../support/client.ts'
import { cyclonedxErrors } from '../support/cyclonedx-schema.ts'
import { finding, startPlatform, violation } from '../support/dependency-track.ts'
import { addressOf, git, newFolder } from '../support/git.ts'
import { npmCases } from '../support/lock-files.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { commitTo } from '../support/pulls.ts'
import { quickPerson } from '../support/quick-people.ts'
import { folderOf, grant, newRepo, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const lock = npmCases[0]?.text ?? ''
let stithy: TestStithy
let platform: Awaited<ReturnType<typeof startPlatform>>
let ada: Person
let client: Client
let pushed: string

beforeAll(async () => {
  platform = await startPlatform()
  stithy = await startStithy({
    SBOM_ENABLED: 'true',
    CI_SBOM_ENABLED: 'true',
    CI_DTRACK_ENABLED: 'true',
    CI_DTRACK_URL: platform.url,
    CI_DTRACK_API_KEY: platform.key,
  })
  ada = await newPerson(stithy, 'ada')
  client = stithy.client('B').as(ada.access)
  await newRepo(stithy, ada, 'engine')
  const tree = await workTree()
  await writeFile(join(tree, 'package-lock.json'), lock)
  await writeFile(join(tree, 'go.mod'), 'module x\nrequire github.com/pkg/errors v0.9.1\n')
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'Lock')
  const token = await newToken(client, ['repo:write'])
  await git(tree, 'push', '-q', addressOf(stithy, token, 'ada/engine'), 'main', 'HEAD:refs/tags/v1')
  pushed = await git(tree, 'rev-parse', 'HEAD')
})
afterAll(async () => {
  await stithy.stop()
  await platform.stop()
})

function scans(slug: string): Promise<readonly { sha: string; inventory_id: number }[]> {
  return stithy.app.db
    .selectFrom('sbom_scans')
    .innerJoin('repos', 'repos.id', 'sbom_scans.repo_id')
    .select(['sbom_scans.sha', 'sbom_scans.inventory_id'])
    .where('repos.slug', '=', slug)
    .orderBy('sbom_scans.id')
    .execute()
}

describe('a push', () => {
  it('is scanned, each commit once, where the repository says so or the deployment does', async () => {
    await eventually(async () => expect((await scans('engine')).map((one) => one.sha)).toEqual([pushed]))
  })

  it('is not scanned where the repository says no; what the deployment says comes back with null', async () => {
    const repo = await newRepo(stithy, ada, 'unscanned')
    const off = await client.send('PATCH', repo, { body: { sbom_enabled: false } })
    expect(off.body).toMatchObject({ sbom_enabled: false, sbom_block_on_violation: false })
    await commitTo(client, repo, 'main', { 'go.mod': 'require a.org/b v1.0.0' })
    await eventually(async () => expect(await jobsOf('sbom.scan')).toBe(0))
    expect(await scans('unscanned')).toEqual([])
    const back = await client.send('PATCH', repo, { body: { sbom_enabled: null } })
    expect(back.body.sbom_enabled).toBe(true)
    await commitTo(client, repo, 'main', { 'a.txt': 'a' })
    await eventually(async () => expect(await scans('unscanned')).toHaveLength(1))
  })

  it('that changes no lock file costs no second inventory', async () => {
    const repo = await newRepo(stithy, ada, 'frugal')
    await commitTo(client, repo, 'main', { 'go.mod': 'require a.org/b v1.0.0' })
    await commitTo(client, repo, 'main', { 'a.txt': 'a' })
    await eventually(async () => expect(await scans('frugal')).toHaveLength(2))
    expect(new Set((await scans('frugal')).map((one) => one.inventory_id)).size).toBe(1)
  })

  async function jobsOf(name: string): Promise<number> {
    return (await stithy.app.db.selectFrom('jobs').select('id').where('name', '=', name).execute()).length
  }
})

describe('the settings', () => {
  it("are a Maintainer's, in both forms, and are recorded", async () => {
    const bob = await quickPerson(stithy, 'bob')
    const repo = await newRepo(stithy, ada, 'set')
    await grant(stithy, 'set', bob, 'Developer')
    const asBob = stithy.client('A').as(bob.access)
    expect((await asBob.send('PATCH', repo, { body: { sbom_block_on_violation: true } })).status).toBe(403)
    const set = await client.send('PATCH', repo, { body: { sbom_block_on_violation: true } })
    expect(set.status).toBe(200)
    expect((await asBob.get(repo)).body).toMatchObject({ sbom_enabled: true, sbom_block_on_violation: true })
    const { metadata } = await stithy.app.db
      .selectFrom('audit')
      .select('metadata')
      .where('event', '=', 'REPO_UPDATED')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(metadata)).toEqual({ sbomBlockOnViolation: { from: false, to: true } })
    for (const wrong of ['yes', 1, []]) {
      expect((await client.send('PATCH', repo, { body: { sbom_enabled: wrong } })).status).toBe(400)
    }
  })
})

describe('GET …/sbom', () => {
  it('is a valid CycloneDX document of the commit, always the same', async () => {
    const answer = await client.get('repos/ada/engine/sbom?ref=main')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/vnd.cyclonedx+json')
    expect(answer.headers.get('content-disposition')).toContain('filename="sbom.cdx.json"')
    const document = JSON.parse(answer.text)
    expect(cyclonedxErrors()(document)).toEqual([])
    expect(document).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { name: 'ada/engine', version: pushed } },
    })
    const purls = document.components.map((one: { purl: string }) => one.purl)
    expect(purls).toContain('pkg:npm/left@1.2.0')
    expect(purls).toContain('pkg:golang/github.com/pkg/errors@v0.9.1')
    for (const ref of ['v1', pushed, pushed.slice(0, 10), 'HEAD', '']) {
      expect((await client.get(`repos/ada/engine/sbom?ref=${ref}`)).text).toBe(answer.text)
    }
    const etag = answer.headers.get('etag') ?? ''
    expect((await client.get('repos/ada/engine/sbom', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('is made when asked for, of a commit that was never scanned, also without any lock file', async () => {
    const repo = await newRepo(stithy, ada, 'bare')
    await client.send('PATCH', repo, { body: { sbom_enabled: false } })
    await commitTo(client, repo, 'main', { 'README.md': '# Bare' })
    const answer = await client.get(`${repo}/sbom`)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text).components ?? []).toEqual([])
    expect(await scans('bare')).toHaveLength(1)
  })

  it('says what could not be read, and reads the rest', async () => {
    const repo = await newRepo(stithy, ada, 'odd')
    await commitTo(client, repo, 'main', {
      'package-lock.json': '{"packages": {',
      'x/Cargo.lock': '[[package',
      'py/requirements.txt': 'a==1',
      'node_modules/z/package-lock.json': lock,
    })
    const { components, metadata } = JSON.parse((await client.get(`${repo}/sbom`)).text)
    expect(components.map((one: { purl: string }) => one.purl)).toEqual(['pkg:pypi/a@1'])
    const unread = metadata.properties.filter((one: { name: string }) => one.name === 'stithy:unread')
    expect(unread.map((one: { value: string }) => one.value.split(':')[0])).toEqual([
      'package-lock.json',
      'x/Cargo.lock',
    ])
  })

  it('of nothing is not found: an empty repository, a revision that is none, options for git', async () => {
    const repo = await newRepo(stithy, ada, 'empty')
    expect((await client.get(`${repo}/sbom`)).status).toBe(404)
    for (const ref of ['nowhere', '--exec=x', '-h', 'a'.repeat(40), '../x', 'refs/heads/main%00']) {
      const answer = await client.get(`repos/ada/engine/sbom?ref=${encodeURIComponent(ref)}`)
      expect([400, 404]).toContain(answer.status)
    }
  })

  it('is for those who may read the repository', async () => {
    const eve = await quickPerson(stithy, 'eve')
    for (const path of ['sbom', 'sbom/components', 'sbom/diff?base=main&head=main']) {
      expect((await stithy.client().get(`repos/ada/engine/${path}`)).status).toBe(404)
      expect((await stithy.client().as(eve.access).get(`repos/ada/engine/${path}`)).status).toBe(404)
      const narrow = await newToken(client, ['issues:read'])
      expect((await client.as(narrow).get(`repos/ada/engine/${path}`)).status).toBe(403)
    }
  })
})

describe('GET …/sbom/components', () => {
  it.each(['A', 'B'] as const)('lists, filters and pages, in Form %s', async (form) => {
    const list = async (query: string): Promise<readonly Record<string, unknown>[]> => {
      const answer = await stithy.client(form).as(ada.access).get(`repos/ada/engine/sbom/components?${query}`)
      expect(answer.status).toBe(200)
      return form === 'A' ? answer.body : answer.body.items
    }
    expect((await list('')).map((one) => one['name'])).toEqual([
      'github.com/pkg/errors',
      '@types/x',
      'deep',
      'deep',
      'left',
      'real',
    ])
    const [left] = await list('q=LEFT')
    expect(left).toMatchObject({
      version: '1.2.0',
      ecosystem: 'npm',
      scope: 'required',
      direct: true,
      licenses: ['MIT'],
      files: ['package-lock.json'],
      depends_on: ['pkg:npm/deep@2.0.0'],
    })
    expect(await list('ecosystem=golang')).toHaveLength(1)
    expect(await list('scope=development')).toHaveLength(1)
    expect(await list('license=MIT')).toHaveLength(1)
    expect(await list('direct=false')).toHaveLength(1)
    expect(await list('page=2&per_page=4')).toHaveLength(2)
    expect(await list('page=99')).toEqual([])
    const wrong = await stithy.client(form).as(ada.access).get('repos/ada/engine/sbom/components?scope=x')
    expect(wrong.status).toBe(form === 'A' ? 422 : 400)
  })
})

describe('GET …/sbom/diff', () => {
  it('tells what a branch would bring', async () => {
    const repo = await newRepo(stithy, ada, 'moving')
    await commitTo(client, repo, 'main', { 'requirements.txt': 'a==1\nb==1' })
    await commitTo(client, repo, ['next', 'main'], { 'requirements.txt': 'a==2\nc==1' })
    // What came to the target since is not what the branch brings.
    await commitTo(client, repo, 'main', { 'requirements.txt': 'a==1\nb==1\nz==1' })
    const { status, body } = await client.get(`${repo}/sbom/diff?base=main&head=next`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ added: 1, removed: 1, changed: 1 })
    expect(
      body.components.map((one: Record<string, unknown>) => [one['change'], one['name'], one['before'], one['after']]),
    ).toEqual([
      ['changed', 'a', ['1'], ['2']],
      ['removed', 'b', ['1'], []],
      ['added', 'c', [], ['1']],
    ])
    expect((await client.get(`${repo}/sbom/diff?base=main&head=gone`)).status).toBe(404)
  })
})

describe('what is kept', () => {
  it('is the newest hundred commits of a repository, and goes with the repository', async () => {
    const { id } = await stithy.app.db
      .selectFrom('repos')
      .select('id')
      .where('slug', '=', 'frugal')
      .executeTakeFirstOrThrow()
    const { insertScan } = await import('../../src/features/sbom/store.ts')
    const { inTransaction } = await import('../../src/db/transaction.ts')
    const repo = await findRepo(stithy.app.db, { owner: 'ada', repo: 'frugal' })
    const [first] = await scans('frugal')
    if (repo === null || first === undefined) throw new Error('It is gone')
    await inTransaction(stithy.app, async (tx) => {
      for (let at = 0; at < 110; at += 1) {
        await insertScan(tx, repo, requireSha(at.toString(16).padStart(40, '0')), first.inventory_id)
      }
    })
    expect(await scans('frugal')).toHaveLength(100)
    expect((await client.get('repos/ada/frugal/sbom')).status).toBe(200)
    expect((await client.send('DELETE', 'repos/ada/frugal')).status).toBe(204)
    const left = stithy.app.db.selectFrom('sbom_inventories').select('id').where('repo_id', '=', id)
    expect(await left.execute()).toEqual([])
  })
})

describe('the gate', () => {
  const signal = new AbortController().signal

  async function gate(settings: object = {}, strict = false, slug = 'engine') {
    const repo = await findRepo(stithy.app.db, { owner: 'ada', repo: slug })
    if (repo === null) throw new Error('It is gone')
    const app = { ...stithy.app, config: { ...stithy.app.config, ...settings } }
    return gateSbom(app, { ...repo, sbomBlockOnViolation: strict }, requireSha(pushed), signal)
  }

  it('sends the document, waits for its analysis, and counts', async () => {
    platform.recover()
    platform.mood.processing = 2
    platform.mood.findings = [
      finding('CRITICAL'),
      finding('HIGH', 'CVE-2024-2'),
      finding('INFO'),
      finding('CRITICAL', 'CVE-2024-3', true),
    ]
    platform.mood.violations = [violation('FAIL'), violation('WARN')]
    const lenient = await gate()
    expect(lenient).toMatchObject({
      result: 'PASS',
      critical: 1,
      high: 1,
      medium: 0,
      low: 0,
      unassigned: 1,
      policyViolations: 1,
      components: 6,
    })
    expect(lenient.reason).toContain('lets them pass')
    const [sent] = platform.uploads.slice(-1)
    expect(sent).toMatchObject({ name: 'ada/engine', version: pushed, fileName: 'sbom.cdx.json' })
    expect(sent?.document['bomFormat']).toBe('CycloneDX')
    expect((await gate({}, true)).result).toBe('FAIL')
  })

  it('passes a strict repository without critical findings, and fails it for a policy alone', async () => {
    platform.recover()
    platform.mood.findings = [finding('HIGH')]
    platform.mood.violations = [violation('WARN')]
    expect(await gate({}, true)).toMatchObject({ result: 'PASS', high: 1, policyViolations: 0 })
    platform.mood.violations = [violation('FAIL')]
    expect(await gate({}, true)).toMatchObject({ result: 'FAIL', critical: 0, policyViolations: 1 })
  })

  it('reads all pages of findings, and speaks with older versions', async () => {
    platform.recover()
    platform.mood.isOld = true
    platform.mood.findings = Array.from({ length: 250 }, (_, at) => finding('LOW', `CVE-2024-${at}`))
    expect(await gate()).toMatchObject({ result: 'PASS', low: 250 })
  })

  it.each([
    ['an answer of 500', { at: '/bom', status: 500 }],
    ['an answer that is not JSON', { at: '/token/', text: '<html>' }],
    ['findings that are no list', { at: '/finding/', text: '{"a":1}' }],
    ['findings that are cut off', { at: '/finding/', text: '[{"vulnerability":' }],
    ['a platform that goes away in the middle', { at: '/project/lookup', hangUp: true }],
    ['violations that cannot be had', { at: '/violation/', status: 503 }],
    ['a token that is none', { at: '/bom', text: '{"token":"../../x"}' }],
    ['a redirect', { at: '/bom', status: 302 }],
  ] as const)('fails on %s, and passes where the deployment says that it may', async (_what, broken) => {
    platform.recover()
    platform.mood.broken = broken
    const closed = await gate()
    expect(closed.result).toBe('FAIL')
    expect(closed.reason).toMatch(/^Dependency-Track /)
    const open = await gate({ CI_DTRACK_FAIL_OPEN: true })
    expect(open.result).toBe('status' in broken && broken.status === 302 ? 'FAIL' : 'PASS')
  })

  it('fails on a platform that is not there, or that refuses the key, whatever is forgiven', async () => {
    platform.recover()
    const gone = await gate({ CI_DTRACK_URL: 'http://127.0.0.1:1' })
    expect(gone).toMatchObject({ result: 'FAIL', reason: expect.stringContaining('cannot be reached') })
    const wrongKey = await gate({ CI_DTRACK_API_KEY: 'wrong', CI_DTRACK_FAIL_OPEN: true })
    expect(wrongKey).toMatchObject({ result: 'FAIL', reason: expect.stringContaining('refuses the API key') })
    expect(wrongKey.reason).not.toContain('wrong')
  })

  it('does not wait for ever, and ends at once when it is called off', async () => {
    platform.recover()
    platform.mood.processing = 10_000
    const patience = { requestMs: 2000, overallMs: 300, firstPauseMs: 10, longestPauseMs: 50 }
    const project = { name: 'ada/engine', version: 'slow' }
    const slow = new DependencyTrack(platform.url, platform.key, signal, patience)
    await expect(slow.analyse(project, Buffer.from('{}'))).rejects.toMatchObject({ trouble: 'too-slow' })
    const cancel = new AbortController()
    const called = new DependencyTrack(platform.url, platform.key, cancel.signal)
    const off = called.analyse(project, Buffer.from('{}'))
    setTimeout(() => cancel.abort(new Error('canceled')), 50)
    await expect(off).rejects.toThrow('canceled')
  })

  async function commitWithoutTree(slug: string): Promise<Sha> {
    const file = join(await newFolder(), 'commit')
    const by = 'Ada <ada@example.org> 1700000000 +0000'
    await writeFile(file, `tree ${'c'.repeat(40)}\nauthor ${by}\ncommitter ${by}\n\nHollow\n`)
    const dir = await folderOf(stithy, 'ada', slug)
    return requireSha((await git(dir, 'hash-object', '-t', 'commit', '-w', '--literally', file)).trim())
  }

  it('passes without a platform, but not a strict repository with lock files that cannot be read', async () => {
    platform.recover()
    const repo = await findRepo(stithy.app.db, { owner: 'ada', repo: 'odd' })
    if (repo === null) throw new Error('It is gone')
    const sha = requireSha((await client.get('repos/ada/odd/commits/main')).body.sha)
    const app = { ...stithy.app, config: { ...stithy.app.config, CI_DTRACK_ENABLED: false } }
    expect(await gateSbom(app, repo, sha, signal)).toMatchObject({ result: 'PASS', components: 1, critical: 0 })
    const strict = await gateSbom(app, { ...repo, sbomBlockOnViolation: true }, sha, signal)
    expect(strict).toMatchObject({ result: 'FAIL', reason: expect.stringContaining('package-lock.json') })
    expect(platform.uploads.every((one) => one.name !== 'ada/odd')).toBe(true)
    const nowhere = await gateSbom(app, repo, requireSha('b'.repeat(40)), signal)
    expect(nowhere).toMatchObject({ result: 'FAIL', reason: 'Commit not found' })
    const broken = await gateSbom(app, repo, await commitWithoutTree('odd'), signal)
    expect(broken).toMatchObject({ result: 'FAIL', reason: expect.stringContaining('could not be made') })
  })
})
