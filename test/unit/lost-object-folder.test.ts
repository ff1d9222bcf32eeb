// Git makes a folder for an object and then a file in it; a clean-up may take the empty folder away in between.
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Git, type RepoDir } from '../../src/git/run-git.ts'
import { newObject } from '../../src/git/write-objects.ts'
import { git, newFolder } from '../support/git.ts'

it('an object whose folder is taken away while it is written is written at the second try', async () => {
  const folder = await newFolder()
  await git(folder, 'init', '-q', '--bare')
  const { sha, data } = newObject('blob', Buffer.from('struck'))
  // There and not there, as the folder is to a git that has just made it.
  const elsewhere = join(folder, 'elsewhere')
  await symlink(elsewhere, join(folder, 'objects', sha.slice(0, 2)))
  let tries = 0
  const started = async (): Promise<void> => {
    if (++tries === 2) await mkdir(elsewhere)
  }
  const words = ['hash-object', '-w', '--stdin']
  const wrote = await new Git(process.env['PATH'] ?? '').run(folder as RepoDir, { words }, { input: data, started })
  expect([wrote.toString().trim(), tries]).toEqual([sha, 2])
  expect(await git(folder, 'cat-file', 'blob', sha)).toBe('struck')
})
