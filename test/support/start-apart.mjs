// A small process that starts programs for a large one: see `run-apart.ts`.
import { execFile } from 'node:child_process'

const options = { maxBuffer: 64 * 1024 * 1024 }

process.on('message', ({ id, program, args, cwd, env }) => {
  const child = execFile(program, args, { cwd, env, ...options }, (error, stdout, stderr) => {
    const code = error === null ? 0 : Number.isInteger(error.code) ? error.code : -1
    process.send?.({ id, code, stdout, stderr: stderr === '' && code === -1 ? error.message : stderr })
  })
  child.stdin?.end()
})
process.on('disconnect', () => process.exit(0))
