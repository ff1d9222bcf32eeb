import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IsolationChoice } from '../../src/ci/isolation/choose-isolation.ts'
import {
  attempt,
  boxSettings,
  findIsolation,
  type Kind,
  makeImages,
  once,
  processesWith,
  removeImagesAndFolders,
  request,
  tracesOf,
} from '../support/boxes.ts'
import { eventually } from '../support/stithy.ts'

beforeAll(makeImages)
afterAll(removeImagesAndFolders)

const kinds: readonly Kind[] = ['sandbox', 'container']

describe.each(kinds)('a worker with a %s that is killed', (kind) => {
  test('leaves no process, and what else it leaves is removed at the next start, the boxes of others not', async () => {
    const settings = boxSettings()
    const asked = request()
    const mark = `41${process.pid}.${kind.length}`
    const script = `setsid sh -c "trap '' TERM HUP; sleep ${mark}" & echo begun; sleep ${mark}`
    const words = [kind, JSON.stringify(settings), JSON.stringify(asked), script]
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'mortal-worker.ts'), ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => worker.stdout.once('data', resolve))
    expect(processesWith(`sleep ${mark}`).length).toBeGreaterThan(1)
    worker.kill('SIGKILL')
    await eventually(() => expect(processesWith(`sleep ${mark}`)).toEqual([]))
    expect(existsSync(join(settings.folder, asked.label))).toBe(true)

    const alive = request()
    const isolation = await findIsolation(kind, settings)
    const box = await isolation.open(alive)
    const choice = new IsolationChoice('auto', settings)
    expect(await choice.reap((label) => label === alive.label)).toBe(1)
    expect(tracesOf(asked.label)).toEqual([])
    expect(existsSync(join(settings.folder, asked.label))).toBe(false)
    expect(await attempt(box, 'echo still here')).toMatchObject({ code: 0, out: 'still here\n' })
    await box.close()
    expect(tracesOf(alive.label)).toEqual([])
    expect(readdirSync(settings.folder).filter((name) => !name.startsWith('.'))).toEqual([])
    expect(await isolation.reap(() => false)).toBe(0)
  })
})

describe('the choice', () => {
  test('falls on containers where the image is there, and on the sandbox where nobody has set anything up', async () => {
    const settings = boxSettings()
    const choice = new IsolationChoice('auto', settings)
    expect((await choice.isolation()).kind).toBe('container')
    expect(await choice.isolation()).toBe(await choice.isolation())
    const bare = new IsolationChoice('auto', { ...settings, defaultImage: 'localhost/nobody-has-this:1' })
    const sandbox = await bare.isolation()
    expect(sandbox.kind).toBe('sandbox')
    expect(await once(sandbox, request(), 'echo works')).toMatchObject({ code: 0, out: 'works\n' })
    expect((await new IsolationChoice('sandbox', settings).isolation()).kind).toBe('sandbox')
  })

  test('falls on nothing where nothing works, and says what to install', async () => {
    const settings = boxSettings({ env: { PATH: '/nonexistent' } })
    for (const executor of ['auto', 'sandbox', 'container'] as const) {
      const choice = new IsolationChoice(executor, settings)
      await expect(choice.isolation()).rejects.toThrow(/no job runs without.*apt-get install bubblewrap/)
    }
    expect(await new IsolationChoice('auto', settings).reap(() => false)).toBe(0)
  })
})
