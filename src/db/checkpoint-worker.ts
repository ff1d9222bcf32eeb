// A thread that moves what the write-ahead log holds into the database, while others read and write.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { CheckpointMode } from './checkpoints.ts'

const patienceMs = 1000

const connection = new Database(String(workerData), { timeout: patienceMs })
connection.pragma('synchronous = FULL')

parentPort?.on('message', (mode: CheckpointMode) => {
  const [outcome] = connection.prepare<[], { log: number }>(`pragma wal_checkpoint(${mode})`).all()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- between threads there are no origins
  parentPort?.postMessage(outcome)
})
