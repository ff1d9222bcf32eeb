import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { repositoriesRoot } from '../features/lifecycle/owner-directory.ts'
import { randomText } from '../secrets/token-text.ts'
import { StartError } from './start-error.ts'

/** What is kept beside the data to tell that it is the demo's, and how to get in. */
interface Mark {
  readonly password: string
  /** Empty until everything is there. */
  readonly accounts: readonly { readonly name: string; readonly about: string }[]
}

/** Makes the living example in an empty folder, or finds it there; anything else is left alone. Says who can sign in. */
export async function prepareDemo(config: Config): Promise<string> {
  const place = join(config.DATA_DIR, 'demo.json')
  const mark = existsSync(place) ? parseMark(readFileSync(place, 'utf8')) : await make(config, place)
  if (mark.accounts.length === 0) {
    const again = `remove that folder${config.DATABASE_URL === null ? '' : ' and empty the database'}, and start again`
    throw new StartError(`making the demo in ${config.DATA_DIR} was cut off: ${again}`)
  }
  const rows = mark.accounts.map(({ name, about }) => `  ${name.padEnd(8)}${about}`)
  return ['', `Sign in with the password ${mark.password} as`, ...rows, ''].join('\n')
}

async function make(config: Config, place: string): Promise<Mark> {
  const { DATA_DIR } = config
  if (!isEmpty(config)) {
    const message = `DATA_DIR ${DATA_DIR} has data in it that is not the demo's`
    throw new StartError(`${message}: start without --demo, or set DATA_DIR to an empty folder`)
  }
  process.stderr.write(`Making the demo in ${DATA_DIR}, which takes a few seconds\n`)
  const password = randomText(16)
  write(place, { password, accounts: [] })
  const mark: Mark = { password, accounts: await tellStory(password) }
  write(place, mark)
  return mark
}

/** As it is when nobody but this start has been here. */
function isEmpty(config: Config): boolean {
  const names = readdirSync(config.DATA_DIR).filter((name) => !name.startsWith('serve.lock') && name !== 'repositories')
  return names.length === 0 && readdirSync(repositoriesRoot(config)).length === 0
}

/** In a thread, so that nothing of it is left in the server. */
function tellStory(password: string): Promise<Mark['accounts']> {
  const program = new URL('demo.js', import.meta.url)
  return new Promise((resolve, reject) => {
    const thread = new Worker(program, { workerData: password })
    thread.once('message', (accounts: Mark['accounts']) => resolve(accounts))
    thread.once('error', (error: Error) => reject(new StartError(`the demo could not be made: ${error.message}`)))
    thread.once('exit', () => reject(new StartError('the demo could not be made')))
  })
}

function write(place: string, mark: Mark): void {
  writeFileSync(`${place}.new`, JSON.stringify(mark), { mode: 0o600 })
  renameSync(`${place}.new`, place)
}

function parseMark(text: string): Mark {
  return JSON.parse(text) as Mark
}
