// Asks the registry for known holes in what Stithy is shipped with. Fails on a grave one; not every registry answers, and
// a build does not depend on one that does not.
import { execFile } from 'node:child_process'
import { join } from 'node:path'

const grave = new Set(['high', 'critical'])

const report = await ask()
if (report?.vulnerabilities === undefined) {
  console.log('The registry does not answer audits: nothing was compared.')
} else {
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => grave.has(severity))
  for (const { name, severity, range } of found) console.log(`${name} ${range}: ${severity}`)
  process.exitCode = found.length === 0 ? 0 : 1
}

function ask() {
  const options = { cwd: join(import.meta.dirname, '..'), timeout: 30_000, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve) => {
    // It ends with an error both when it finds something and when nobody answers: what it says tells which.
    execFile('npm', ['audit', '--omit=dev', '--json'], options, (_error, stdout) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        resolve(null)
      }
    })
  })
}
