// Runs in a thread of its own: lock files may be large, or made to take for ever, and nobody else should wait for them.
import { parentPort } from 'node:worker_threads'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compareInventories } from './compare-inventories.ts'
import { type Inventory, summaryOf } from './inventory.ts'
import { readFindings, readViolations } from './read-findings.ts'
import { searchInventory } from './search-inventory.ts'
import { takeInventory } from './take-inventory.ts'
import type { PackedInventory, Task, TaskAnswer, TaskName, Tasks } from './task.ts'
import { writeDocument } from './write-document.ts'

const decoder = new TextDecoder('utf-8')

/** The last one is kept: whoever looks at a list turns pages. */
let last: { readonly packed: Buffer; readonly inventory: Inventory } | null = null

function unpacked(packed: PackedInventory): Inventory {
  if (last?.packed.equals(packed) === true) return last.inventory
  // Written by ourselves, above.
  const inventory = JSON.parse(gunzipSync(packed).toString('utf8')) as Inventory
  last = { packed: Buffer.from(packed), inventory }
  return inventory
}

function take({ files, notes }: Tasks['take']['asks']): Tasks['take']['gives'] {
  const texts = files.map(({ path, data }) => ({ path, text: decoder.decode(data) }))
  const inventory = takeInventory(texts, notes)
  return { packed: gzipSync(JSON.stringify(inventory)), summary: summaryOf(inventory) }
}

function work(task: Task): Tasks[TaskName]['gives'] {
  switch (task.name) {
    case 'take':
      return take(task.asks)
    case 'document':
      return Buffer.from(writeDocument(unpacked(task.asks.packed), task.asks.subject))
    case 'search':
      return searchInventory(unpacked(task.asks.packed), task.asks.filter, task.asks.page)
    case 'compare':
      return compareInventories(unpacked(task.asks.base), unpacked(task.asks.head))
    case 'findings':
      return readFindings(decoder.decode(task.asks.json))
    case 'violations':
      return readViolations(decoder.decode(task.asks.json))
    default:
      return task satisfies never
  }
}

function answer(task: Task): TaskAnswer {
  try {
    return { given: work(task) }
  } catch (error) {
    return { failed: String(error) }
  }
}

parentPort?.on('message', (task: Task) => {
  const answered = answer(task)
  // Handed over, not copied: a document of 20 MB costs the thread that serves nothing.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  parentPort?.postMessage(answered, 'given' in answered ? bytesIn(answered.given) : [])
})

function bytesIn(given: Tasks[TaskName]['gives']): ArrayBuffer[] {
  const bytes = given instanceof Uint8Array ? given : 'packed' in given ? given.packed : null
  // Small ones share their memory with others.
  const isAlone = bytes !== null && bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
  return isAlone && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
}
