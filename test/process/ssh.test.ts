import { createServer } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { git, newFolder } from '../support/git.ts'
import { password } from '../support/people.ts'
import { gitSsh, type KeyPair, newKeyPair, ssh, sshUrl } from '../support/ssh.ts'
import { eventually } from '../support/stithy.ts'
import { newPlace, type Place, run, type Serving, serve, succeed } from './stithy-process.ts'

let place: Place
let key: KeyPair
let sshPort: number

beforeAll(async () => {
  sshPort = await freePort()
  place = await newPlace({ SSH_PORT: String(sshPort) })
  await succeed(['migrate'], place.env)
  await succeed(['admin', 'create-user', 'ada', 'ada@example.org', '--password', password], place.env)
  key = await newKeyPair()
})

async function signIn(serving: Serving): Promise<string> {
  const { body } = await serving.client().post('auth/login', { username: 'ada', password })
  return body.access_token
}

describe('the program', () => {
  it('serves git over SSH, says where, and tells of threats in lines of their own', async () => {
    const serving = await serve(place)
    // Lines that can wait are written a few times a second.
    const listening = await eventually(() => {
      const line = serving.log().find((one) => one['message'] === 'SSH is listening')
      expect(line).toMatchObject({ host_key: expect.stringMatching(/^SHA256:/) })
      return line
    })
    expect(listening?.['address']).toContain(`:${sshPort}`)
    const client = serving.client().as(await signIn(serving))
    await client.post('user/keys', { title: 'laptop', key: key.line })
    await client.post('user/repos', { slug: 'site' })
    const tree = await newFolder()
    await git(tree, 'init', '-q', '-b', 'main')
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'Begin')
    await gitSsh(key, tree, 'push', '-q', sshUrl({ sshPort }, 'ada/site'), 'main')
    await gitSsh(key, await newFolder(), 'clone', '-q', sshUrl({ sshPort }, 'ada/site'), '.')
    for (const user of ['root', 'admin', 'oracle']) await ssh({ sshPort }, [key], { user })
    const fields = 'event ts src_ip src_port username fingerprint count window_s action ban_s client_version'.split(' ')
    await eventually(() => {
      const line = serving.log().find((one) => one['event'] === 'ssh_user_enumeration')
      expect(Object.keys(line ?? {})).toEqual(fields)
      expect(line).toMatchObject({ username: 'oracle', count: 3, action: 'log' })
    })
    expect(await serving.stop()).toMatchObject({ code: 0 })
  })

  it('listens for SSH at an address of its own where HTTP is for a proxy alone', async () => {
    const serving = await serve({ ...place, env: { ...place.env, SSH_HOST: '127.0.0.2' } })
    const client = serving.client().as(await signIn(serving))
    await client.post('user/keys', { title: 'phone', key: key.line })
    expect((await ssh({ sshPort }, [key], { host: '127.0.0.2' })).stderr).toContain('Hi ada!')
    expect((await ssh({ sshPort }, [key])).stderr).toContain('Connection refused')
    expect(await serving.stop()).toMatchObject({ code: 0 })
  })

  it('does not start without the port that it is told to use', async () => {
    const other = createServer().listen(sshPort, '127.0.0.1')
    const { code, stderr } = await run(['serve'], place.env)
    other.close()
    expect(code).not.toBe(0)
    expect(stderr).toBe(`stithy: port ${sshPort} is in use: stop what listens there, or set SSH_PORT to another\n`)
  })
})
