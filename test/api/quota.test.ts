// How much room one owner may take, at every door that takes something in.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../../src/core/actor.ts'
import { requireRepo } from '../../src/features/access/require-repo.ts'
import { inRoom } from '../../src/features/quota/take-room.ts'
import { measureRepo } from '../../src/features/repos/measure-repo.ts'
import { filesOfStore } from '../support/blobs.ts'
import type { Answer, Client } from '../support/client.ts'
import { expectFault, forms } from '../support/faults.ts'
import { addressOf, type GitResult, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { folderOf, grant, workTree } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

const everybodys = 200_000

let stithy: TestStithy
let admin: Client
let count = 0

beforeAll(async () => {
  stithy = await startStithy({ OWNER_QUOTA_BYTES: String(everybodys) })
  admin = stithy.client().as((await newPerson(stithy, 'smith')).access)
})
afterAll(() => stithy.stop())

interface Owner extends Person {
  readonly client: Client
  readonly token: string
  /** An empty repository of theirs. */
  readonly slug: string
  /** The same with the owner's name. */
  readonly box: string
}

async function newOwner(): Promise<Owner> {
  const person = await newPerson(stithy, `owner${++count}`)
  const client = stithy.client('A').as(person.access)
  const slug = `box${count}`
  await client.post('user/repos', { slug })
  return { ...person, client, token: await newToken(client, ['repo:write']), slug, box: `${person.username}/${slug}` }
}

async function usedBy(owner: Person): Promise<number> {
  const { body } = await admin.get(`admin/users?q=${owner.username}`)
  return body.items.find((user: { username: string }) => user.username === owner.username).used_bytes
}

function setQuota(owner: Person, quota: unknown): Promise<Answer> {
  return admin.send('PATCH', `admin/users/${owner.username}`, { body: { quota_bytes: quota } })
}

function publish(client: Client, box: string): Promise<Answer> {
  return client.send('PATCH', `repos/${box}`, { body: { private: false } })
}

async function treeWith(bytes: number): Promise<string> {
  const tree = await workTree()
  await writeFile(join(tree, 'noise.bin'), randomBytes(bytes))
  await git(tree, 'add', '.')
  await git(tree, 'commit', '-qm', 'noise')
  return tree
}

async function push(owner: Owner, bytes: number, branch: string): Promise<GitResult> {
  const tree = await treeWith(bytes)
  return tryGit(tree, 'push', '-q', addressOf(stithy, owner.token, owner.box), `HEAD:${branch}`)
}

function put(owner: Owner, bytes: Buffer, box = owner.box): Promise<Answer> {
  const oid = createHash('sha256').update(bytes).digest('hex')
  return stithy.client().send('PUT', `/${box}.git/info/lfs/objects/${oid}`, {
    token: owner.token,
    raw: bytes,
  })
}

function write(owner: Owner, bytes: number, box = owner.box): Promise<Answer> {
  const content = randomBytes(bytes).toString('base64')
  const path = `repos/${box}/contents/f${++count}.bin`
  return owner.client.send('PUT', path, { body: { content, message: 'm' } })
}

const sentence = /uses .* of .*, and this takes .* more: delete something .* or ask an administrator/

describe('a push', () => {
  it('that would take too much is refused with what is used and allowed, and leaves nothing', async () => {
    const ada = await newOwner()
    const refused = await push(ada, everybodys + 1000, 'main')
    expect(refused.code).not.toBe(0)
    expect(refused.stderr.replaceAll(/\n(remote: )?/g, ' ')).toMatch(sentence)
    expect(refused.stderr).toContain('195 KiB')
    const { body } = await stithy.client('B').as(ada.access).get(`repos/${ada.box}`)
    expect(body.is_empty).toBe(true)
    expect(await usedBy(ada)).toBe(0)
    expect(await git(await folderOf(stithy, ada.username, ada.slug), 'count-objects')).toContain('0 objects')
  })

  it('counts at once, frees by deleting, and can always delete', async () => {
    const bert = await newOwner()
    const base = await push(bert, 1000, 'main')
    expect(base.code, base.stderr).toBe(0)
    expect((await push(bert, 120_000, 'large')).code).toBe(0)
    // Not by a job that may come later.
    expect(await usedBy(bert)).toBeGreaterThan(120_000)
    expect((await push(bert, 120_000, 'other')).stderr).toContain('more')
    expect((await push(bert, 120_000, 'large')).code).not.toBe(0)
    await setQuota(bert, 1)
    const tree = await newFolder()
    await git(tree, 'init', '-q')
    const gone = await tryGit(tree, 'push', '-q', addressOf(stithy, bert.token, bert.box), ':large')
    expect(gone.code, gone.stderr).toBe(0)
    const branch = await bert.client.post(`repos/${bert.box}/branches`, { name: 'b', ref: 'main' })
    expect(branch.status, branch.text).toBe(201)
    expect((await bert.client.send('DELETE', `repos/${bert.box}`)).status).toBe(204)
    expect(await usedBy(bert)).toBe(0)
  })

  it('of two at once that both want the last of it, one gets it', async () => {
    const carla = await newOwner()
    const done = await Promise.all([push(carla, 120_000, 'one'), push(carla, 120_000, 'two')])
    expect(done.filter((one) => one.code === 0)).toHaveLength(1)
    await eventually(async () => {
      const used = await usedBy(carla)
      expect(used).toBeGreaterThan(120_000)
      expect(used).toBeLessThan(130_000)
    })
  })

  it('goes to the account of the owner, whoever pushes', async () => {
    const owner = await newOwner()
    const guest = await newOwner()
    await grant(stithy, owner.slug, guest, 'Developer')
    await setQuota(guest, 10)
    const tree = await treeWith(1000)
    const address = addressOf(stithy, guest.token, owner.box)
    expect((await tryGit(tree, 'push', '-q', address, 'HEAD:main')).code).toBe(0)
    expect(await usedBy(guest)).toBe(0)
    expect(await usedBy(owner)).toBeGreaterThan(1000)
  })
})

describe('a file', () => {
  it.each(forms)('written through the API in Form %s is refused with 413 and moves nothing', async (form) => {
    const owner = await newOwner()
    const answer = await stithy
      .client(form)
      .as(owner.access)
      .send('PUT', `repos/${owner.box}/contents/a.bin`, {
        body: { content: randomBytes(everybodys).toString('base64'), message: 'm' },
      })
    const message = expectFault(answer, form, 'too-large', { details: ['quota_bytes: quota_exceeded'] })
    expect(message).toMatch(sentence)
    expect(message).toContain(`${owner.username} uses 0 bytes of 195 KiB`)
    expect((await owner.client.get(`repos/${owner.box}/branches`)).body).toEqual([])
    expect((await write(owner, 1000)).status).toBe(201)
  })

  it('of LFS is refused by the batch, one by one, and by the upload', async () => {
    const owner = await newOwner()
    const size = 90_000
    const objects = ['a', 'b', 'c'].map((text) => ({ oid: createHash('sha256').update(text).digest('hex'), size }))
    const batch = await stithy.client().send('POST', `/${owner.box}.git/info/lfs/objects/batch`, {
      token: owner.token,
      raw: JSON.stringify({ operation: 'upload', objects }),
      headers: { 'content-type': 'application/vnd.git-lfs+json' },
    })
    const answers: readonly { actions?: object; error?: { code: number; message: string } }[] = JSON.parse(
      batch.text,
    ).objects
    expect(answers.map((one) => one.error?.code)).toEqual([undefined, undefined, 413])
    expect(answers[2]?.error?.message).toMatch(sentence)
    const kept = (await filesOfStore(stithy.dataDir)).kept.length
    const refused = await put(owner, randomBytes(everybodys + 1))
    expect([refused.status, JSON.parse(refused.text).message]).toEqual([413, expect.stringMatching(sentence)])
    const file = randomBytes(120_000)
    const both = await Promise.all([put(owner, file), put(owner, randomBytes(120_000))])
    expect(both.map((one) => one.status)).toEqual(expect.arrayContaining([200, 413]))
    const store = await filesOfStore(stithy.dataDir)
    expect([store.kept.length - kept, store.incoming]).toEqual([1, []])
    expect(await usedBy(owner)).toBe(120_000)
    // What is there already takes no more.
    const again = both[0]?.status === 200 ? await put(owner, file) : { status: 200 }
    expect(again.status).toBe(200)
    const shown = await stithy.client().get(`/${owner.box}/settings`, { cookie: owner.cookie })
    expect(shown.text).toContain('117 KiB, of which 117 KiB in Git LFS')
    const profile = await stithy.client().get('/settings/profile', { cookie: owner.cookie })
    expect(profile.text).toContain('117 KiB of 195 KiB')
  })

  it('of LFS is refused by the real client with the sentence', async () => {
    const owner = await newOwner()
    const tree = await workTree()
    await git(tree, 'remote', 'add', 'origin', addressOf(stithy, owner.token, owner.box))
    await git(tree, 'lfs', 'install', '--local')
    await git(tree, 'lfs', 'track', '*.bin')
    await writeFile(join(tree, 'a.bin'), randomBytes(everybodys + 1))
    await git(tree, 'add', '.')
    await git(tree, 'commit', '-qm', 'large')
    const { code, stderr } = await tryGit(tree, 'push', 'origin', 'HEAD:main')
    expect(code).not.toBe(0)
    expect(stderr).toMatch(sentence)
  })

  it('of a release counts, is cut off where it is too large, and frees its room', async () => {
    const owner = await newOwner()
    await write(owner, 100)
    const releases = `repos/${owner.box}/releases`
    await owner.client.post(`repos/${owner.box}/tags`, { name: 'v1', ref: 'main' })
    const { id } = (await owner.client.post(releases, { tag_name: 'v1' })).body
    const add = (name: string, raw: Buffer): Promise<Answer> =>
      owner.client.send('POST', `${releases}/${id}/assets?name=${name}`, {
        raw,
        headers: { 'content-type': 'application/octet-stream' },
      })
    const kept = (await filesOfStore(stithy.dataDir)).kept.length
    expectFault(await add('large', randomBytes(everybodys)), 'A', 'too-large', {
      details: ['quota_bytes: quota_exceeded'],
    })
    const added = await add('small', randomBytes(150_000))
    expect(added.status).toBe(201)
    expect((await add('other', randomBytes(150_000))).status).toBe(413)
    const store = await filesOfStore(stithy.dataDir)
    expect([store.kept.length - kept, store.incoming]).toEqual([1, []])
    await owner.client.send('DELETE', `${releases}/${id}/assets/${added.body.id}`)
    expect((await add('other', randomBytes(150_000))).status).toBe(201)
  })
})

describe('of two at once that both want the last of it, one gets it:', () => {
  const raw = () => ({ raw: randomBytes(120_000), headers: { 'content-type': 'application/octet-stream' } })

  async function expectOne(owner: Person, both: readonly Promise<Answer>[], done = 201): Promise<void> {
    const answers = await Promise.all(both)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([done, 413])
    // What came is counted on its way in, and measured by a job.
    await eventually(async () => {
      const used = await usedBy(owner)
      expect([used >= 120_000, used < 130_000]).toEqual([true, true])
    })
  }

  it('files of releases', async () => {
    const owner = await newOwner()
    await write(owner, 100)
    await owner.client.post(`repos/${owner.box}/tags`, { name: 'v1', ref: 'main' })
    const { id } = (await owner.client.post(`repos/${owner.box}/releases`, { tag_name: 'v1' })).body
    const add = (name: string) =>
      owner.client.send('POST', `repos/${owner.box}/releases/${id}/assets?name=${name}`, raw())
    await expectOne(owner, [add('a'), add('b')])
  })

  it('attachments', async () => {
    const owner = await newOwner()
    const add = () => owner.client.send('POST', `repos/${owner.box}/attachments?name=a.bin`, raw())
    await expectOne(owner, [add(), add()])
  })

  it('forks', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    await publish(owner.client, owner.box)
    await setQuota(owner, 0)
    await owner.client.post('user/repos', { slug: 'second', private: false })
    const boxes = [owner.box, `${owner.username}/second`]
    for (const box of boxes) expect((await write(owner, 120_000, box)).status).toBe(201)
    // Until then it may be counted twice.
    await eventually(async () => expect(await usedBy(owner)).toBeLessThan(245_000))
    await expectOne(
      other,
      boxes.map((box) => other.client.post(`repos/${box}/forks`, {})),
    )
  })

  it('forks that are brought up to date', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    await setQuota(owner, 0)
    const slugs = [`first${++count}`, `second${++count}`]
    for (const slug of slugs) {
      await owner.client.post('user/repos', { slug, private: false, auto_init: true })
      expect((await other.client.post(`repos/${owner.username}/${slug}/forks`, {})).status).toBe(201)
      expect((await write(owner, 120_000, `${owner.username}/${slug}`)).status).toBe(201)
    }
    const answers = await Promise.all(
      slugs.map((slug) => other.client.post(`repos/${other.username}/${slug}/sync`, {})),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 413])
  })
})

describe('what is being uploaded', () => {
  /** An upload of LFS that has begun: as much of it as is given was sent, and the rest is not. */
  async function begin(owner: Owner, file: Buffer, { sent, says }: { sent: number; says: 'its length' | 'nothing' }) {
    const oid = createHash('sha256').update(file).digest('hex')
    const { hostname, port } = new URL(stithy.url)
    const length = says === 'its length' ? { 'content-length': String(file.length) } : {}
    const upload = request({
      hostname,
      port,
      method: 'PUT',
      path: `/${owner.box}.git/info/lfs/objects/${oid}`,
      headers: { authorization: `Bearer ${owner.token}`, ...length },
    })
    upload.on('error', () => undefined)
    upload.write(file.subarray(0, sent))
    await eventually(async () => {
      const names = (await filesOfStore(stithy.dataDir)).incoming
      const sizes = await Promise.all(names.map((name) => stat(join(stithy.dataDir, 'blobs', 'incoming', name))))
      expect(sizes.map(({ size }) => size)).toContain(sent)
    })
    return {
      finish: async (): Promise<number | undefined> => {
        upload.end(file.subarray(sent))
        const [answer] = await once(upload, 'response')
        return answer.resume().statusCode
      },
      giveUp: () => upload.destroy(),
    }
  }

  it('counts as what it says it is, until it is there or given up', async () => {
    const owner = await newOwner()
    const first = await begin(owner, randomBytes(120_000), { sent: 1000, says: 'its length' })
    const second = await put(owner, randomBytes(120_000))
    expect(second.status, second.text).toBe(413)
    expect(JSON.parse(second.text).message).toContain(
      'uses 0 bytes of 195 KiB, 117 KiB are being uploaded, and this takes 117 KiB more',
    )
    expect((await put(owner, randomBytes(70_000))).status).toBe(200)
    first.giveUp()
    const third = await eventually(async () => {
      const answer = await put(owner, randomBytes(120_000))
      expect(answer.status, answer.text).toBe(200)
      return answer
    })
    expect(third.status).toBe(200)
    expect(await usedBy(owner)).toBe(190_000)
  })

  it('counts as what has come, where it does not say how much it is', async () => {
    const owner = await newOwner()
    const first = await begin(owner, randomBytes(150_000), { sent: 120_001, says: 'nothing' })
    expect((await put(owner, randomBytes(120_002))).status).toBe(413)
    expect(await first.finish()).toBe(200)
    expect((await put(owner, randomBytes(49_000))).status).toBe(200)
    expect(await usedBy(owner)).toBe(199_000)
  })
})

describe('a repository', () => {
  it('that is measured while something is being written into it has what was written', async () => {
    const owner = await newOwner()
    const [dir, noise] = [await folderOf(stithy, owner.username, owner.slug), join(await newFolder(), 'noise.bin')]
    await writeFile(noise, randomBytes(150_000))
    const ref = { owner: owner.username, repo: owner.slug }
    const repo = await requireRepo(stithy.app, systemActor, ref, { role: 'Developer', scope: 'repo:write' })
    await inRoom(stithy.app, repo, 150_000, async () => {
      await measureRepo(stithy.app, repo.id)
      await git(dir, 'hash-object', '-w', noise)
    })
    expect(await usedBy(owner)).toBeGreaterThanOrEqual(150_000)
    await eventually(async () => expect(await usedBy(owner)).toBeLessThan(160_000))
  })

  it('that would begin with a commit is not made when there is no room', async () => {
    const owner = await newOwner()
    await setQuota(owner, 10)
    const refused = await owner.client.post('user/repos', { slug: 'begun', auto_init: true })
    expectFault(refused, 'A', 'too-large', { details: ['quota_bytes: quota_exceeded'] })
    expect((await owner.client.get(`repos/${owner.username}/begun`)).status).toBe(404)
    expect((await owner.client.post('user/repos', { slug: 'begun' })).status).toBe(201)
  })

  it('is neither forked nor given to whoever has no room for it', async () => {
    const owner = await newOwner()
    const other = await newOwner()
    await owner.client.send('PATCH', `repos/${owner.box}`, { body: { private: false, name: 'full' } })
    expect((await write(owner, 100_000, `${owner.username}/full`)).status).toBe(201)
    expect((await put(owner, randomBytes(50_000), `${owner.username}/full`)).status).toBe(200)
    await setQuota(other, 120_000)
    const fork = await other.client.post(`repos/${owner.username}/full/forks`, {})
    expect(expectFault(fork, 'A', 'too-large', { details: ['quota_bytes: quota_exceeded'] })).toContain(other.username)
    const give = () => owner.client.post(`repos/${owner.username}/full/transfer`, { new_owner: other.username })
    expect((await give()).status).toBe(413)
    expect((await owner.client.get(`repos/${owner.username}/full`)).body.owner).toBe(owner.username)
    expect((await write(owner, 10, `${owner.username}/full`)).status).toBe(201)
    await setQuota(other, null)
    // What came in last may be counted twice until the job behind it has looked what is there.
    await eventually(async () => {
      const forked = await other.client.post(`repos/${owner.username}/full/forks`, {})
      expect(forked.status, forked.text).toBe(201)
    })
    await setQuota(other, 0)
    expect((await other.client.send('DELETE', `repos/${other.username}/full`)).status).toBe(204)
    expect((await give()).status).toBe(200)
    expect(await usedBy(owner)).toBe(0)
    expect(await usedBy(other)).toBeGreaterThan(150_000)
  })
})

describe('an administrator', () => {
  it('gives somebody a quota of their own, none at all, or takes it back', async () => {
    const owner = await newOwner()
    for (const [quota, used] of [
      [50, 413],
      [0, 201],
      [null, 201],
    ] as const) {
      expect((await setQuota(owner, quota)).status).toBe(200)
      const { body } = await admin.get(`admin/users?q=${owner.username}`)
      expect(body.items[0].quota_bytes).toBe(quota)
      expect((await write(owner, 1000)).status).toBe(used)
    }
    const { body } = await admin.get('admin/audit?event=QUOTA_CHANGED')
    expect(body.items.map((entry: { metadata: object }) => entry.metadata).slice(0, 3)).toEqual([
      { from: 0, to: null },
      { from: 50, to: 0 },
      { from: null, to: 50 },
    ])
    for (const wrong of [-1, 1.5, '10', 1e16, true, [], {}]) {
      expect((await setQuota(owner, wrong)).status, JSON.stringify(wrong)).toBe(400)
    }
    const own = await owner.client.send('PATCH', `admin/users/${owner.username}`, { body: { quota_bytes: 0 } })
    expect(own.status).toBe(403)
  })

  it('sets it on a page, in units that people use', async () => {
    const owner = await newOwner()
    const smith = await newPerson(stithy, 'helper')
    await admin.send('PATCH', 'admin/users/helper', { body: { is_admin: true } })
    const path = `/admin/users/${owner.username}/quota`
    const save = (quota: string) => stithy.client().send('POST', path, { cookie: smith.cookie, fields: { quota } })
    expect((await save('a lot')).status).toBe(422)
    expect((await save('1.5 GiB')).status).toBe(303)
    const { body } = await admin.get(`admin/users?q=${owner.username}`)
    expect(body.items[0].quota_bytes).toBe(1.5 * 1024 ** 3)
    const list = await stithy.client().get(`/admin/users?q=${owner.username}`, { cookie: smith.cookie })
    expect(list.text).toContain('0 bytes of 1.5 GiB')
    expect((await stithy.client().get(path, { cookie: smith.cookie })).text).toContain('value="1.5 GiB"')
    expect((await save('')).status).toBe(303)
    expect((await admin.get(`admin/users?q=${owner.username}`)).body.items[0].quota_bytes).toBeNull()
  })
})

it('keeps what was typed in the editor when there is no room for it', async () => {
  const owner = await newOwner()
  await setQuota(owner, 10)
  const answer = await stithy.client().send('POST', `/${owner.box}/new/main`, {
    cookie: owner.cookie,
    fields: { path: 'a.txt', content: 'a long evening of work', message: 'm', target: 'this' },
  })
  expect(answer.status).toBe(413)
  expect(answer.text).toContain('a long evening of work')
  expect(answer.text).toMatch(sentence)
})
