import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requireSha } from '../../src/core/sha.ts'
import { compareAcross } from '../../src/git/compare-across.ts'
import { Git, type RepoDir } from '../../src/git/run-git.ts'
import { newFolder } from '../support/git.ts'

it('a comparison that takes too long is not known, which is not the same as nothing in common', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin', 'git'), '#!/bin/sh\nexec sleep 60\n')
  await chmod(join(folder, 'bin', 'git'), 0o755)
  const slow = new Git(`${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`)
  const place = { dir: folder as RepoDir, sha: requireSha('1'.repeat(40)) }
  const asked = compareAcross(slow, place, place, { mostCommits: 10, timeoutMs: 100 })
  await expect(asked).rejects.toMatchObject({ kind: 'unavailable' })
})
