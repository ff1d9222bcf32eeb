import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Node makes an object for every `process.nextTick`, half a dozen of them for a request. V8 lays them out the fast way as
 * long as it remembers their shape; when a collection of garbage finds none of them alive it forgets, for good, and every
 * later one costs ten times as much. One of them is kept here for ever.
 */
export function keepTicksCheap(): void {
  process.nextTick(() => void kept.push(executionAsyncResource()))
}
