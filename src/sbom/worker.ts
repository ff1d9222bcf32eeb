// Runs in a thread of its own: lock files may be large, or made to take for ever, and nobody else should wait for them.
import { parentPort } from 'node:worker_threads'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compareInventories } from './compare-inventories.ts'
import { type Inventory, summaryOf } from './inventory.ts'
import { searchInventory } from './search-inventory.ts'
import { takeInventory } from './take-inventory.ts'
import type { PackedInventory, Task, TaskAnswer, TaskName, Tasks } from './task.ts'
import { writeDocument } from './write-document.ts'

const decoder = new TextDecoder('utf-8')

const works: { readonly [N in TaskName]: (asks: Tasks[N]['asks']) => Tasks[N]['gives'] } = {
  take: ({ files, notes }) => {
    const texts = files.map(({ path, data }) => ({ path, text: decoder.decode(data) }))
    const inventory = takeInventory(texts, notes)
    return { packed: gzipSync(JSON.stringify(inventory)), summary: summaryOf(inventory) }
  },
  document: ({ packed, subject }) => Buffer.from(writeDocument(unpacked(packed), subject)),
  search: ({ packed, filter, page }) => searchInventory(unpacked(packed), filter, page),
  compare: ({ base, head }) => compareInventories(unpacked(base), unpacked(head)),
}

/** The last one is kept: who looks at a list turns pages. */
let last: { readonly packed: Buffer; readonly inventory: Inventory } | null = null

function unpacked(packed: PackedInventory): Inventory {
  if (last?.packed.equals(packed) === true) return last.inventory
  // Written by ourselves, above.
  const inventory = JSON.parse(gunzipSync(packed).toString('utf8')) as Inventory
  last = { packed: Buffer.from(packed), inventory }
  return inventory
}

function work(task: Task): TaskAnswer {
  try {
    switch (task.name) {
      case 'take':
        return { given: works.take(task.asks) }
      case 'document':
        return { given: works.document(task.asks) }
      case 'search':
        return { given: works.search(task.asks) }
      case 'compare':
        return { given: works.compare(task.asks) }
      default:
        return task satisfies never
    }
  } catch (error) {
    return { failed: String(error) }
  }
}

parentPort?.on('message', (task: Task) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  parentPort?.postMessage(work(task))
})
