import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { objectFolderSize } from '../../src/git/object-folder-size.ts'

it('counts what is there, whatever comes and goes beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stithy-size-'))
  await mkdir(join(folder, 'pack'))
  await writeFile(join(folder, 'pack/pack-1.pack'), Buffer.alloc(1000))
  await writeFile(join(folder, 'pack/tmp_pack_1'), Buffer.alloc(1000))
  const life = new AbortController()
  const scratching = (async () => {
    for (let count = 0; !life.signal.aborted; count++) {
      const scratch = join(folder, `tmp_objdir-merge-${count}`)
      await mkdir(join(scratch, 'objects/0e'), { recursive: true })
      await rm(scratch, { recursive: true })
    }
  })()
  for (let count = 0; count < 200; count++) expect(await objectFolderSize(folder)).toBe(1000)
  life.abort()
  await scratching
  await rm(folder, { recursive: true })
})
