import { afterAll, beforeAll, expect, it } from 'vitest'
import { git, newFolder } from '../support/git.ts'
import { newPerson, type Person } from '../support/people.ts'
import { gitSsh, keyOf, ssh, sshUrl } from '../support/ssh.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
let ada: Person
beforeAll(async () => {
  stithy = await startStithy()
  ada = await newPerson(stithy, 'ada')
})
afterAll(() => stithy.stop())
it('works', async () => {
  const key = await keyOf(stithy, ada)
  console.log(await ssh(stithy, [key], { args: ['-T'] }))
  console.log(await ssh(stithy, [key], { args: ['-tt'] }))
  console.log(await ssh(stithy, [], { args: ['-T'] }))
  console.log(await ssh(stithy, [key], { args: ['-T'], command: ['ls'] }))
  expect((await stithy.client().as(ada.access).post('user/repos', { slug: 'x' })).status).toBe(201)
  const f = await newFolder()
  await git(f, 'init', '-q', '-b', 'main')
  await git(f, 'commit', '-q', '--allow-empty', '-m', 'Begin')
  await gitSsh(key, f, 'push', '-q', sshUrl(stithy, 'ada/x.git'), 'main')
  const c = await newFolder()
  await gitSsh(key, c, 'clone', '-q', sshUrl(stithy, 'ada/x'), '.')
  console.log(await git(c, 'log', '--oneline'))
  console.log(
    stithy.logs
      .filter((l) => l.level !== 'debug')
      .map((l) => JSON.stringify(l))
      .join('\n'),
  )
})
