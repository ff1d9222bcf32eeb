// The program of a thread that analyses modules, once: one that is nested deeply enough breaks what takes types out, for
// the rest of the thread.
import { parentPort, workerData } from 'node:worker_threads'
import { analyze } from './analyze.ts'
import type { ModuleFile } from './finding.ts'

// Only `analyzeInThread` starts this program.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
parentPort?.postMessage(analyze(workerData as readonly ModuleFile[]))
