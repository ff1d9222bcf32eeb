import { Worker } from 'node:worker_threads'
import { error, type Finding, type ModuleFile } from './finding.ts'

const patienceMs = 20_000

/** `analyze` beside the thread that serves, and not longer than it may take. `program`: analyze-thread, as it is run. */
export function analyzeInThread(program: URL, files: readonly ModuleFile[]): Promise<readonly Finding[]> {
  return new Promise((resolve) => {
    const worker = new Worker(program, {
      workerData: files,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      // Node says that taking types out is new; nobody needs to hear of it.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const finish = (findings: readonly Finding[]): void => {
      clearTimeout(timer)
      resolve(findings)
      void worker.terminate()
    }
    const giveUp = (): void =>
      finish([
        { path: files[0]?.path ?? '', line: 1, column: 1, ...error('size', 'the modules could not be analysed') },
      ])
    const timer = setTimeout(giveUp, patienceMs)
    worker.once('message', finish).once('error', giveUp).once('exit', giveUp)
  })
}
