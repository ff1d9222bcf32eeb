// A repository that changes hands or is deleted takes its folder from under whoever is at work in it.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RepositoryAway } from '../../src/core/repository-away.ts'
import type { ObjectStore } from '../../src/git/object-store.ts'
import type { RepoDir } from '../../src/git/run-git.ts'
import { inScratch } from '../../src/git/scratch.ts'
import { git, newFolder } from '../support/git.ts'

const objects = {} as ObjectStore

async function newRepository(): Promise<RepoDir> {
  const dir = join(await newFolder(), 'a.git')
  await git('/', 'init', '-q', '--bare', dir)
  return dir as RepoDir
}

it('whoever begins a merge where nothing is any more is told to come back', async () => {
  const dir = await newRepository()
  await rm(dir, { recursive: true })
  await expect(inScratch(objects, dir, () => Promise.resolve())).rejects.toBeInstanceOf(RepositoryAway)
})

it('so is whose merge breaks because it went, but for those who hear of something else', async () => {
  const dir = await newRepository()
  const broken = new Error('Premature close')
  await expect(inScratch(objects, dir, () => Promise.reject(broken))).rejects.toBe(broken)
  const went = inScratch(objects, dir, async () => {
    await rename(dir, `${dir}.away`)
    throw broken
  })
  await expect(went).rejects.toBeInstanceOf(RepositoryAway)
})
