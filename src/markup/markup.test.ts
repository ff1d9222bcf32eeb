import { afterEach, expect, it } from 'vitest'
import { Markup } from './markup.ts'

/** Says which thread it is. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', () => parentPort.postMessage([String(threadId)]))
    parentPort.postMessage('ready')
  `)}`,
)
const around = { of: 'talk', place: null, references: {} } as const

let markup: Markup
afterEach(() => markup.close())

it('the thread that is prepared is the one that works', async () => {
  markup = new Markup(program)
  markup.prepare()
  markup.prepare()
  const first = await markup.markdown('ada', 'a', around)
  markup.prepare()
  expect(await markup.markdown('ada', 'b', around)).toBe(first)
  const other = new Markup(program)
  // Threads are counted: only the one of the other has been started since.
  expect(Number(await other.markdown('ada', 'c', around))).toBe(Number(first) + 1)
  await other.close()
})

it('nothing is prepared for a service that has ended', async () => {
  markup = new Markup(program)
  await markup.close()
  markup.prepare()
  expect(await markup.markdown('ada', 'a', around)).toBeNull()
})
