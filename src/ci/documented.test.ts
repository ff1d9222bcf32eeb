import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Api, Pipeline } from '../../docs/stithy-ci.d.ts'
import { readConfig } from '../config.ts'
import { Pace } from '../core/pace.ts'
import { parseEasy } from './easy/parse-easy.ts'
import { analyze } from './power/analyze.ts'

const documented = readFileSync(new URL('../../docs/CI.md', import.meta.url), 'utf8')
const example = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(documented)?.[1] ?? ''

it('the file in the documentation is right, with the settings that nobody has changed', async () => {
  const config = readConfig({})
  const rules = {
    allowedImages: config.CI_ALLOWED_IMAGES,
    allowedPackages: config.CI_ALLOWED_PACKAGES,
    maxTimeoutS: config.CI_MAX_TIMEOUT_S,
  }
  const parsed = await new Pace().through(parseEasy(example('yaml'), rules))
  expect(parsed).toMatchObject({
    file: { plan: { jobs: [{ name: 'test (20)' }, { name: 'test (24)' }, { name: 'deploy' }] } },
  })
})

it('the module in the documentation has nothing to be warned of', () => {
  expect(example('ts')).toContain('export default')
  expect(analyze([{ path: 'pipeline.ts', text: example('ts') }])).toEqual([])
})

it('the types in the documentation are those of the API', async () => {
  const names: (keyof Api)[] = ['job', 'step', 'sh', 'artifact', 'cache', 'variables']
  const pipeline: Pipeline = async ({ job, step, sh, artifact, cache, variables }) => {
    const result = await job('a', { needs: ['b'], allowFailure: true }, () => step('x', () => sh(variables['X'] ?? '')))
    const there: boolean = await cache('key', ['a'])
    artifact('a', { expireIn: '7d' })
    return [result?.stdout, there]
  }
  expect(pipeline).toBeTypeOf('function')
  const runtime = readFileSync(new URL('power/runtime.mjs', import.meta.url), 'utf8')
  expect(runtime).toContain(`api = Object.freeze({ ${names.join(', ')} })`)
})
