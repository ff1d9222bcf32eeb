// Runs in a thread of its own: what it is given may be made to take for ever, and is then ended from outside.
import { parentPort } from 'node:worker_threads'
import { highlightLines } from './highlight.ts'
import { renderDocument, renderMarkdown } from './render-markdown.ts'
import { renderNotebook } from './render-notebook.ts'
import type { Task, TaskResult } from './task.ts'

parentPort?.on('message', (task: Task) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  parentPort?.postMessage(work(task))
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
parentPort?.postMessage('ready')

/** Null for what cannot be done: a nesting so deep that it has no end, a notebook that is none. */
function work(task: Task): TaskResult | null {
  try {
    switch (task.kind) {
      case 'highlight':
        return highlightLines(task.text, task.language)
      case 'markdown':
        return [task.of === 'document' ? renderDocument(task.text, task) : renderMarkdown(task.text, task)]
      case 'notebook':
        return [renderNotebook(task.text, task.place)]
    }
  } catch {
    return null
  }
}
