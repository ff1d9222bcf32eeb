// What a job leaves is packed in its box, and the box may have ended before anybody reads what comes out of it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Box } from '../../src/ci/isolation/isolation.ts'
import { storeTar } from '../../src/features/pipelines/run/store-tar.ts'
import { findRepo } from '../../src/features/repos/find-repo.ts'
import { newPerson } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { eventually, startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
beforeAll(async () => {
  stithy = await startStithy()
  await newRepo(stithy, await newPerson(stithy, 'ada'), 'forge')
})
afterAll(() => stithy.stop())

async function pack(run: Box['run'], said: string[] = []): Promise<boolean> {
  const repo = await findRepo(stithy.app.db, { owner: 'ada', repo: 'forge' })
  if (repo === null) throw new Error('There is no such repository')
  const call = {
    paths: ['out'],
    mostBytes: 1024,
    signal: AbortSignal.abort(),
    onMessage: (text: string) => void said.push(text),
    refer: async () => expect.unreachable(),
  }
  return storeTar({ app: stithy.app, repo }, { run }, call)
}

const incoming = () => readdir(join(stithy.dataDir, 'blobs', 'incoming'))

it('leaves nothing, says so, and takes nothing down with it', async () => {
  const said: string[] = []
  const uncaught: unknown[] = []
  const listen = (error: unknown): void => void uncaught.push(error)
  process.prependListener('uncaughtException', listen)
  // As a box answers whose time is over.
  const kept = await pack(async () => ({ code: null, limit: null }), said)
  process.off('uncaughtException', listen)
  expect(kept).toBe(false)
  expect(said).toEqual(['The files could not be packed (ended)'])
  expect(uncaught).toEqual([])
  expect(await incoming()).toEqual([])
})

it('leaves nothing either where it cannot even be asked', async () => {
  const broken = pack(async (command) => {
    await command.onOutput('stdout', Buffer.from('begun'))
    await eventually(async () => expect(await incoming()).toHaveLength(1))
    throw new Error('The engine is gone')
  })
  await expect(broken).rejects.toThrow('The engine is gone')
  expect(await incoming()).toEqual([])
})
