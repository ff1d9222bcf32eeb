// Runs around every file of tests: what a file has started, written or filled does not outlive it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll } from 'vitest'
import { endProcesses } from '../process/stithy-process.ts'
import { emptyTemporaryFolder, useTemporaryFolder } from './temporary-folder.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const much = 32 * 1024 * 1024

useTemporaryFolder()

afterAll(async () => {
  await endProcesses()
  await emptyTemporaryFolder()
  // Buffers of earlier files would be copied, page by page, each time that a process is started.
  if (process.memoryUsage().arrayBuffers > much) collectGarbage()
})
