import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { error, type Verdict, warning } from './finding.ts'

/** They start programs or threads, run text, or lead around everything else that is looked for here. */
const refused = new Set(
  'child_process cluster worker_threads vm inspector repl module v8 wasi trace_events ffi net tls dgram quic'.split(
    ' ',
  ),
)
const network = new Set('http https http2 dns'.split(' '))
const builtin = new Set(builtinModules.map((name) => name.split('/')[0]))

/** What is to be said of importing a module, from a file of `.svc-ci/`. Null: nothing. */
export function judgeImport(specifier: string | null, from: string): Verdict | null {
  if (specifier === null) return error('module', 'which module is imported is only known when it runs')
  if (specifier.startsWith('.')) return judgeRelative(specifier, from)
  const name = nameOfBuiltin(specifier)
  if (name === null) {
    if (/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(specifier))
      return error('module', `«${shown(specifier)}» is imported from outside the repository`)
    return warning('not-analysed', `the package «${shown(specifier)}» is not analysed`)
  }
  if (refused.has(name)) return error('module', `the module «${name}» must not be used here: commands are run by sh()`)
  return network.has(name) ? warning('network', `the module «${name}» reaches for the network`) : null
}

function nameOfBuiltin(specifier: string): string | null {
  const [name = ''] = specifier.replace(/^node:/, '').split('/')
  return specifier.startsWith('node:') || builtin.has(name) ? name : null
}

function judgeRelative(specifier: string, from: string): Verdict | null {
  const path = posix.join(posix.dirname(from), specifier)
  if (!path.startsWith('../') && path !== '..') return null
  if (path.endsWith('.json')) return null
  return error('not-analysed', `«${shown(specifier)}» lies outside .svc-ci/, where nothing is analysed`)
}

function shown(specifier: string): string {
  return specifier.slice(0, 80).replaceAll(/\p{Cc}/gu, '\u{fffd}')
}
