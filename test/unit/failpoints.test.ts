import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkpoints } from '../../src/core/checkpoint.ts'
import { parseFailpoints } from '../../src/failpoints.ts'
import { newStages } from '../../src/features/pipelines/pipeline.ts'

const sources = join(import.meta.dirname, '../../src')

it('every point of the table is passed somewhere', () => {
  const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('core/checkpoint.ts'))
    .map((file) => readFileSync(join(sources, file), 'utf8'))
    .join('\n')
  const byStage = new Set(newStages.map(({ name }) => `pipeline.${name}`))
  const unused = Object.keys(checkpoints).filter((name) => !texts.includes(`assing('${name}')`) && !byStage.has(name))
  expect(unused).toEqual([])
})

it('fails once, at the passage that it is told, and nowhere else', async () => {
  const passing = parseFailpoints('refs.moved=ENOSPC@2, commit:issue.opened=EIO')
  expect(passing('refs.moved')).toBeUndefined()
  expect(passing('push.settled')).toBeUndefined()
  await expect(passing('refs.moved')).rejects.toMatchObject({ code: 'ENOSPC', syscall: 'write' })
  expect(passing('refs.moved')).toBeUndefined()
  await expect(passing('commit:issue.opened')).rejects.toMatchObject({ code: 'EIO' })
})

it('holds up, and counts whatever comes where no point is named', async () => {
  const passing = parseFailpoints('*=delay30@2')
  const began = performance.now()
  expect(passing('run:notify')).toBeUndefined()
  await passing('ran:notify')
  expect(performance.now() - began).toBeGreaterThan(25)
})

it.each(['nowhere=kill', 'refs.moved', 'refs.moved=explode', 'refs.moved=kill@x', 'commit:=kill'])(
  'does not take "%s"',
  (text) => expect(() => parseFailpoints(text)).toThrow('STITHY_FAILPOINTS'),
)
