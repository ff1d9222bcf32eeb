import { bearNobodyReading } from './commands/bear-nobody-reading.ts'
import { keepTicksCheap } from './commands/keep-ticks-cheap.ts'
import { StartError } from './commands/start-error.ts'
import { UsageError } from './commands/usage-error.ts'
import { ConfigError } from './config.ts'
import { Fault } from './core/errors.ts'
import { version } from './version.ts'

const help = `Stithy ${version}, a forge

  stithy serve      run the service (--help lists all settings)
  stithy worker     run background jobs only, beside serve, on PostgreSQL
  stithy migrate    bring the database up to date
  stithy backup     write everything into a folder, while it runs (backup --help)
  stithy restore    restore a backup (restore --help)
  stithy doctor     check everything, and repair what can be repaired
  stithy admin      manage accounts (admin --help)
  stithy ci run     run the pipeline of the working directory here
  stithy --version
`

type Command = (args: readonly string[]) => Promise<number>

/** Each is read when it is wanted: none waits for what another one needs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  worker: async () => (await import('./commands/worker.ts')).worker,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  admin: async () => (await import('./commands/admin.ts')).admin,
  ci: async () => (await import('./commands/ci.ts')).ci,
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return print(help, name === undefined ? 2 : 0)
  if (name === '--version') return print(`${version}\n`, 0)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) return print(`stithy: there is no command "${name}"\n\n${help}`, 2)
  return (await command())(args)
}

function print(text: string, code: number): number {
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(text)
  return code
}

// What we write is nobody else's business: database, keys, repositories.
process.umask(0o077)

keepTicksCheap()
bearNobodyReading()

// What starts git for us keeps no process alive: a command that waits for it would end in the middle.
const atWork = setInterval(() => undefined, 60_000)
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigError)
    process.exitCode = print(`stithy: these settings cannot be used:\n${error.message}\n`, 2)
  else if (error instanceof UsageError) process.exitCode = print(`stithy: ${error.message}\n`, 2)
  else if (error instanceof Fault) process.exitCode = print(`stithy: ${error.message}\n`, 1)
  // Half a start may hold sockets and timers that would keep it alive for ever.
  else if (error instanceof StartError) process.exit(print(`stithy: ${error.message}\n`, 1))
  else throw error
} finally {
  clearInterval(atWork)
}
