// What a job leaves is packed in its box, and the box may have ended before anybody reads what comes out of it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeTar } from '../../src/features/pipelines/run/store-tar.ts'
import { findRepo } from '../../src/features/repos/find-repo.ts'
import { newPerson } from '../support/people.ts'
import { newRepo } from '../support/repos.ts'
import { startStithy, type TestStithy } from '../support/stithy.ts'

let stithy: TestStithy
beforeAll(async () => {
  stithy = await startStithy()
  await newRepo(stithy, await newPerson(stithy, 'ada'), 'forge')
})
afterAll(() => stithy.stop())

/** As a box answers whose time is over. */
const ended = { run: async () => ({ code: null, limit: null }), close: async () => undefined }

it('leaves nothing, says so, and takes nothing down with it', async () => {
  const { app } = stithy
  const repo = await findRepo(app.db, { owner: 'ada', repo: 'forge' })
  if (repo === null) throw new Error('There is no such repository')
  const said: string[] = []
  const uncaught: unknown[] = []
  const listen = (error: unknown): void => void uncaught.push(error)
  process.prependListener('uncaughtException', listen)
  const kept = await storeTar({ app, repo }, ended, {
    paths: ['out'],
    mostBytes: 1024,
    signal: AbortSignal.abort(),
    onMessage: (text) => void said.push(text),
    refer: async () => expect.unreachable(),
  })
  expect(kept).toBe(false)
  expect(said).toEqual(['The files could not be packed (ended)'])
  await new Promise((resolve) => setTimeout(resolve, 50))
  process.off('uncaughtException', listen)
  expect(uncaught).toEqual([])
  expect(await readdir(join(stithy.dataDir, 'blobs', 'incoming')).catch(() => [])).toEqual([])
})
