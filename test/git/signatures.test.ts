// Commits and tags signed with SSH keys, by the git that people have.
import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSshSignature, verifySshSignature } from '../../src/secrets/ssh-signature.ts'
import { addressOf, git } from '../support/git.ts'
import { mailedToken } from '../support/mailed-links.ts'
import { newPerson, newToken, type Person } from '../support/people.ts'
import { newRepo, workTree } from '../support/repos.ts'
import { addKey, type KeyPair, newKeyPair } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

const run = promisify(execFile)

let stithy: TestStithy
let ada: Person
let bert: Person
let key: KeyPair
let tree: string
let token: string

beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
  bert = await newPerson(stithy, 'bert')
  for (const person of [ada, bert]) await verifyAddress(person)
  key = await newKeyPair()
  await addKey(stithy, ada, key)
  await newRepo(stithy, ada, 'signed', { is_public: true })
  token = await newToken(stithy.client().as(ada.access), ['repo:write'])
  tree = await workTree()
})
afterAll(() => stithy.stop())

async function verifyAddress(person: Person): Promise<void> {
  await stithy.client().get(`auth/verify-email/${await mailedToken(stithy, person.email, 'verify-email')}`)
}

const signingWith = (pair: KeyPair) => ['-c', 'gpg.format=ssh', '-c', `user.signingKey=${pair.file}`]

/** Commits as ada, signed with a key; returns the id. */
async function commit(pair: KeyPair | null, ...more: readonly string[]): Promise<string> {
  const signing = pair === null ? [] : [...signingWith(pair)]
  await git(
    tree,
    ...signing,
    ...more,
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'Signed',
    ...(pair === null ? [] : ['-S']),
  )
  return git(tree, 'rev-parse', 'HEAD')
}

/** Writes an object as it is, and lets a branch lead to it. */
async function writeCommit(data: string): Promise<string> {
  const child = spawn('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], { cwd: tree })
  child.stdin.end(data)
  const sha = (await text(child.stdout)).trim()
  await git(tree, 'reset', '-q', '--hard', sha)
  return sha
}

async function push(): Promise<void> {
  await git(tree, 'push', '-qf', addressOf(stithy, token, 'ada/signed'), 'HEAD:main', '--tags')
}

async function checkOf(sha: string): Promise<{ verified: boolean; signature: object | null }> {
  const { body } = await stithy.client('B').get(`repos/ada/signed/commits/${sha}`)
  return { verified: body.verified, signature: body.signature }
}

const valid = { verified: true, signature: { type: 'ssh', reason: 'valid', signer: 'ada' } }
const refused = (reason: string, type = 'ssh') => ({ verified: false, signature: { type, reason, signer: null } })

describe('a commit', () => {
  it.each([
    ['ed25519', undefined],
    ['ecdsa', 256],
    ['ecdsa', 384],
    ['ecdsa', 521],
    ['rsa', 4096],
  ] as const)(
    'signed with a key of the account is verified: %s %s',
    async (type, bits) => {
      const pair = await newKeyPair(type, bits)
      const sha = await commit(pair)
      await push()
      expect(await checkOf(sha)).toEqual(refused('unknown_key'))
      const id = await addKey(stithy, ada, pair, `${type} ${bits}`)
      expect(await checkOf(sha)).toEqual(valid)
      const page = await stithy.client().get(`/ada/signed/commit/${sha}`)
      expect(page.text).toContain('Verified')
      expect(page.text).toContain('Signed by ada')
      expect((await stithy.client().get('/ada/signed/commits/main')).text).toContain('Verified')
      // The key is gone, and with it what it proved.
      await stithy.client().as(ada.access).send('DELETE', `user/keys/${id}`)
      expect(await checkOf(sha)).toEqual(refused('unknown_key'))
      expect((await stithy.client().get(`/ada/signed/commit/${sha}`)).text).toContain('Unverified')
      // Making an RSA key takes as long as it takes.
    },
    120_000,
  )

  it('that is not signed says nothing of it', async () => {
    const sha = await commit(null)
    await push()
    expect(await checkOf(sha)).toEqual({ verified: false, signature: null })
    expect((await stithy.client().get(`/ada/signed/commit/${sha}`)).text).not.toContain('erified')
  })

  it("is not verified with somebody else's address, or one that nobody has confirmed", async () => {
    const berts = await newKeyPair()
    await addKey(stithy, bert, berts)
    const borrowed = await commit(berts)
    const carla = await newPerson(stithy, 'carla')
    const carlas = await newKeyPair()
    await addKey(stithy, carla, carlas)
    const env = {
      GIT_COMMITTER_EMAIL: 'Carla@example.org',
      GIT_COMMITTER_NAME: 'C',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
    }
    const signing = [...signingWith(carlas), 'commit', '-q', '--allow-empty', '-m', 'x', '-S']
    await run('git', signing, { cwd: tree, env: { ...process.env, ...env, GIT_AUTHOR_NAME: 'A' } })
    const early = await git(tree, 'rev-parse', 'HEAD')
    const hidden = { ...env, GIT_COMMITTER_EMAIL: 'carla@users.noreply.127.0.0.1' }
    await run('git', signing, { cwd: tree, env: { ...process.env, ...hidden, GIT_AUTHOR_NAME: 'A' } })
    const noreply = await git(tree, 'rev-parse', 'HEAD')
    await push()
    expect(await checkOf(borrowed)).toEqual(refused('email_mismatch'))
    expect(await checkOf(early)).toEqual(refused('email_mismatch'))
    expect((await checkOf(noreply)).verified).toBe(true)
    await verifyAddress(carla)
    expect(await checkOf(early)).toEqual({ ...valid, signature: { ...valid.signature, signer: 'carla' } })
  })

  it('that was changed after it was signed, or signed for something else, is not verified', async () => {
    const raw = await git(tree, 'cat-file', 'commit', await commit(key))
    const other = `${raw.replace('Signed', 'Forged')}\n`
    const wrong: string[] = [await writeCommit(other)]
    // A signature of the same bytes that was made for files.
    const unsigned = `${raw.replace(/gpgsig [^]*?-----END SSH SIGNATURE-----\n/, '')}\n`
    await writeFile(join(tree, 'payload'), unsigned)
    await run('ssh-keygen', ['-q', '-Y', 'sign', '-n', 'file', '-f', key.file, join(tree, 'payload')])
    const { stdout: sig } = await run('cat', [join(tree, 'payload.sig')])
    const header = `gpgsig ${sig.trimEnd().replaceAll('\n', '\n ')}\n`
    wrong.push(await writeCommit(unsigned.replace('\n\n', `\n${header}\n`)))
    wrong.push(await writeCommit(raw.replace(/\n [A-Za-z0-9+/]{20}/, '\n AAAAAAAAAAAAAAAAAAAA') + '\n'))
    for (const sha of wrong) {
      await git(tree, 'reset', '-q', '--hard', sha)
      await push()
      expect(await checkOf(sha)).toEqual(refused('invalid'))
    }
    // Two signatures: which one is meant?
    const twice = await writeCommit(`${raw.replace(/(gpgsig [^]*?-----END SSH SIGNATURE-----\n)/, '$1$1')}\n`)
    await push()
    expect((await checkOf(twice)).verified).toBe(false)
  })

  it.each([
    ['openpgp', '-----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----'],
    ['x509', '-----BEGIN SIGNED MESSAGE-----\n MII=\n -----END SIGNED MESSAGE-----'],
    ['unknown', 'something'],
  ])('signed in another way stays unverified: %s', async (type, signature) => {
    const raw = await git(tree, 'cat-file', 'commit', await commit(null))
    const sha = await writeCommit(`${raw.replace('\n\n', `\ngpgsig ${signature}\n\n`)}\n`)
    await push()
    expect(await checkOf(sha)).toEqual(refused('unsupported', type))
  })
})

describe('an annotated tag', () => {
  it('is verified like a commit, by its tagger', async () => {
    await git(tree, ...signingWith(key), 'tag', '-s', '-m', 'Signed\n\nwith a key', 'v1')
    await git(tree, 'tag', '-a', '-m', 'Not signed', 'v2')
    await git(tree, 'tag', 'v3')
    await push()
    const { items } = (await stithy.client('B').get('repos/ada/signed/tags')).body
    const checks = new Map(items.map((tag: { name: string; verified: boolean; signature: object }) => [tag.name, tag]))
    expect(checks.get('v1')).toMatchObject({ ...valid, message: 'Signed\n\nwith a key' })
    for (const name of ['v2', 'v3']) expect(checks.get(name)).toMatchObject({ verified: false, signature: null })
    const page = await stithy.client().get('/ada/signed/tags')
    expect(page.text.match(/Verified/g)).toHaveLength(1)
  })
})

it('nonsense is no signature, and no error', async () => {
  const armored = (bytes: Buffer) =>
    `-----BEGIN SSH SIGNATURE-----\n${bytes.toString('base64')}\n-----END SSH SIGNATURE-----`
  const { stdout } = await run('git', ['cat-file', 'tag', 'v1'], { cwd: tree })
  const good = stdout.slice(stdout.indexOf('-----BEGIN SSH'))
  const payload = Buffer.from(stdout.slice(0, stdout.indexOf('-----BEGIN SSH')))
  const bytes = Buffer.from(good.split('\n').slice(1, -2).join(''), 'base64')
  const read = readSshSignature(good)
  expect(read !== null && verifySshSignature(read, 'git', payload)).toBe(true)
  // Each byte changed, each length cut: never verified, never an error.
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    for (const one of [changed, bytes.subarray(0, at)]) {
      const signature = readSshSignature(armored(one))
      const verdict = signature !== null && verifySshSignature(signature, 'git', payload)
      // Another fingerprint is another key.
      expect(verdict && signature.fingerprint === read?.fingerprint, String(at)).toBe(false)
    }
  }
})
