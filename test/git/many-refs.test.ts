// A push that names many refs moves them together: what it does, and to whom, is the same as one by one.
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../../src/core/actor.ts'
import { branchRef } from '../../src/core/ref-name.ts'
import { noSha, requireSha } from '../../src/core/sha.ts'
import { requireRepo } from '../../src/features/access/require-repo.ts'
import { openJournal } from '../../src/features/transport/push-journal.ts'
import { reconcilePushes } from '../../src/features/transport/reconcile-pushes.ts'
import type { RefChange } from '../../src/git/receive-pack.ts'
import { addressOf, git, newFolder, tryGit } from '../support/git.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { folderOf, gitRefs, knownRefs, newRepo } from '../support/repos.ts'
import { gitSsh, type KeyPair, keyOf, sshUrl, tryGitSsh } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const count = 100

let stithy: TestStithy
let ada: Person
let token: string
let key: KeyPair
let tree: string
let head: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  key = await keyOf(stithy, ada)
  tree = await newFolder()
  await git(tree, 'init', '-q', '-b', 'main')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'one')
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'two')
  head = await git(tree, 'rev-parse', 'HEAD')
  makeRefs('new', head)
  makeRefs('old', await git(tree, 'rev-parse', 'HEAD~1'))
})
afterAll(() => stithy.stop())

function makeRefs(folder: string, sha: string): void {
  const lines = Array.from({ length: count }, (_, at) => `create refs/${folder}/b-${at} ${sha}\n`)
  const options = { cwd: tree, input: lines.join('') }
  execFileSync('git', ['-c', 'core.fsync=none', 'update-ref', '--stdin'], options)
}

async function newPlace(slug: string): Promise<{ readonly url: string; readonly dir: string }> {
  await newRepo(stithy, ada, slug)
  const url = addressOf(stithy, token, `ada/${slug}`)
  await git(tree, 'push', '-q', url, 'main')
  return { url, dir: await folderOf(stithy, 'ada', slug) }
}

const namesOf = (refs: Readonly<Record<string, string>>): readonly string[] => Object.keys(refs)

describe('a push of many refs', () => {
  it('brings them, moves them and deletes them, over HTTP and over SSH, and they lie in one file', async () => {
    const { url, dir } = await newPlace('many')
    await git(tree, 'push', '-q', url, 'refs/old/*:refs/heads/many/*')
    expect(namesOf(await gitRefs(stithy, 'ada', 'many'))).toHaveLength(count + 1)
    expect(await knownRefs(stithy, 'many')).toEqual(await gitRefs(stithy, 'ada', 'many'))
    expect(await readdir(join(dir, 'refs'), { recursive: true })).not.toContain('heads/many/b-7')
    expect(await readFile(join(dir, 'packed-refs'), 'utf8')).toContain('refs/heads/many/b-7\n')
    const ssh = sshUrl(stithy, 'ada/many')
    await gitSsh(key, tree, 'push', '-q', ssh, 'refs/new/*:refs/heads/many/*')
    expect(await git(dir, 'rev-parse', 'refs/heads/many/b-7')).toBe(head)
    expect(await knownRefs(stithy, 'many')).toEqual(await gitRefs(stithy, 'ada', 'many'))
    await gitSsh(key, tree, 'push', '-q', '--prune', ssh, 'refs/none/*:refs/heads/many/*')
    expect(namesOf(await gitRefs(stithy, 'ada', 'many'))).toEqual(['refs/heads/main'])
    expect(await knownRefs(stithy, 'many')).toEqual(await gitRefs(stithy, 'ada', 'many'))
  })

  it('moves what it can, and says of each of the others why it stayed', async () => {
    const { url } = await newPlace('some')
    // As if somebody else were at one of them.
    const folder = join(await folderOf(stithy, 'ada', 'some'), 'refs/heads/many')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'b-3.lock'), '')
    const { code, stderr } = await tryGit(tree, 'push', url, 'refs/new/*:refs/heads/many/*')
    expect(code).not.toBe(0)
    expect(stderr.match(/remote rejected/g)).toHaveLength(1)
    expect(stderr).toMatch(/many\/b-3 \(failed to update ref\)/)
    expect(namesOf(await gitRefs(stithy, 'ada', 'some'))).toHaveLength(count)
    expect(await knownRefs(stithy, 'some')).toEqual(await gitRefs(stithy, 'ada', 'some'))
  })

  it('moves all or none where that was asked for', async () => {
    const { url } = await newPlace('atomic')
    await git(tree, 'push', '-q', url, 'main:many/b-3/below')
    const refused = await tryGit(tree, 'push', '--atomic', url, 'refs/new/*:refs/heads/many/*')
    expect(refused.code).not.toBe(0)
    expect(namesOf(await gitRefs(stithy, 'ada', 'atomic'))).toHaveLength(2)
    await git(tree, 'push', '-q', '--atomic', url, ':many/b-3/below', 'refs/old/*:refs/heads/old/*')
    await git(tree, 'push', '-q', '--atomic', url, 'refs/new/*:refs/heads/many/*')
    expect(namesOf(await gitRefs(stithy, 'ada', 'atomic'))).toHaveLength(2 * count + 1)
    expect(await knownRefs(stithy, 'atomic')).toEqual(await gitRefs(stithy, 'ada', 'atomic'))
  })

  it('is refused as a whole by the gate, as any other', async () => {
    await newPlace('gated')
    const refs = ['refs/new/*:refs/heads/many/*', 'main:refs/stithy/mine']
    const { code, stderr } = await tryGitSsh(key, tree, 'push', sshUrl(stithy, 'ada/gated'), ...refs)
    expect(code).not.toBe(0)
    expect(stderr).toContain('refs/stithy/mine')
    expect(namesOf(await gitRefs(stithy, 'ada', 'gated'))).not.toContain('refs/stithy/mine')
    expect(await knownRefs(stithy, 'gated')).toEqual(await gitRefs(stithy, 'ada', 'gated'))
  })

  it('and another at the same time each get all that is theirs', async () => {
    const { url } = await newPlace('both')
    await Promise.all([
      git(tree, 'push', '-q', url, 'refs/new/*:refs/heads/a/*'),
      gitSsh(key, tree, 'push', '-q', sshUrl(stithy, 'ada/both'), 'refs/old/*:refs/heads/b/*'),
      git(tree, 'push', '-q', url, 'main:single'),
    ])
    expect(namesOf(await gitRefs(stithy, 'ada', 'both'))).toHaveLength(2 * count + 2)
    expect(await knownRefs(stithy, 'both')).toEqual(await gitRefs(stithy, 'ada', 'both'))
  })
})

describe('a push of many refs that was cut off by a loss of power', () => {
  it('leaves no empty refs behind: each is where it was', async () => {
    const { dir } = await newPlace('torn')
    const old = await git(tree, 'rev-parse', 'HEAD~1')
    const change = (name: string, before: string): RefChange => {
      const ref = branchRef(name)
      if (ref === null) throw new Error(name)
      return { ref, before: requireSha(before), after: requireSha(head) }
    }
    await git(dir, 'branch', 'packed', old)
    await git(dir, 'pack-refs', '--all')
    const changes = [change('fresh', noSha), change('packed', old), change('loose', old), change('whole', noSha)]
    const repo = await requireRepo(
      stithy.app,
      systemActor,
      { owner: 'ada', repo: 'torn' },
      { role: 'Developer', scope: 'repo:write' },
    )
    await openJournal(stithy.app, systemActor, repo, { changes, gitProcess: null })
    await git(dir, 'branch', 'whole', head)
    for (const name of ['fresh', 'packed', 'loose']) await writeFile(join(dir, 'refs/heads', name), '')
    stithy.advance(60_000)
    await reconcilePushes(stithy.app, 'serving')
    const heads = await git(dir, 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads')
    expect(heads.split('\n')).toEqual([`loose ${old}`, `main ${head}`, `packed ${old}`, `whole ${head}`])
    const known = await knownRefs(stithy, 'torn')
    expect(namesOf(known)).toContain('refs/heads/whole')
    expect(namesOf(known)).not.toContain('refs/heads/fresh')
  })
})
