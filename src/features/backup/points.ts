import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../../core/errors.ts'
import { syncFolder } from '../../git/repository-folder.ts'
import type { Entry, Point, PointHeader } from './manifest.ts'
import { endLine, parseManifest, parsePart } from './parse-manifest.ts'

/** Says whose folder it is: nothing is written into one that holds something else. */
const sign = 'STITHY-BACKUP'
const signText = `A backup of Stithy, for "stithy restore". It holds the secret key and all private repositories: keep it to yourself.
`
const ending = '.manifest'
const part = '.part'

/** The moments that a backup folder can go back to: `points/<time>.manifest`. */
export class Points {
  readonly directory: string
  readonly #folder: string

  constructor(directory: string) {
    this.directory = directory
    this.#folder = join(directory, 'points')
  }

  /** Makes the folder, for us alone. */
  async prepare(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 })
    const names = await readdir(this.directory)
    if (!names.includes(sign) && names.length > 0 && !names.every((name) => name === 'lost+found')) {
      throw refused(`${this.directory} holds something that is no backup: choose an empty folder, or one of a backup`)
    }
    for (const name of ['points', 'files', 'incoming']) {
      await mkdir(join(this.directory, name), { recursive: true, mode: 0o700 })
    }
    await writeFile(join(this.directory, sign), signText, { mode: 0o600, flush: true })
    await syncFolder(this.directory)
  }

  /** The newest last. */
  async list(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => null)
    if (names === null) throw refused(`There is no backup in ${this.directory}`)
    return names
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .toSorted()
  }

  async read(name: string): Promise<Point> {
    return parseManifest(name, await readFile(join(this.#folder, name + ending)))
  }

  /** The one that begins like this, or the newest. */
  async choose(asked: string | null): Promise<Point> {
    const names = await this.list()
    const found = asked === null ? names.slice(-1) : names.filter((name) => name.startsWith(asked))
    const [only] = found
    if (only === undefined || found.length > 1) {
      const which = asked === null ? 'no finished backup' : `${found.length === 0 ? 'no' : 'more than one'} "${asked}"`
      throw refused(
        `There is ${which} in ${this.directory}${names.length === 0 ? '' : `. There are: ${names.join(', ')}`}`,
      )
    }
    return this.read(only)
  }

  /** What backups that were cut off have got done, the newest last. */
  async readParts(): Promise<readonly Point[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(part)).toSorted()
    const texts = await Promise.all(names.map((name) => readFile(join(this.#folder, name))))
    return texts.flatMap((text, at) => (text.includes('\n') ? [parsePart(names[at] ?? '', text)] : []))
  }

  async forgetParts(): Promise<void> {
    for (const name of await readdir(this.#folder)) if (name.endsWith(part)) await rm(join(this.#folder, name))
    for (const name of await readdir(join(this.directory, 'incoming'))) {
      await rm(join(this.directory, 'incoming', name), { recursive: true, force: true })
    }
  }

  async forget(name: string): Promise<void> {
    await rm(join(this.#folder, name + ending))
  }

  async begin(header: PointHeader): Promise<PointWriter> {
    const name = header.at.replaceAll(':', '-')
    const draft = join(this.#folder, name + part)
    await writeFile(draft, `${JSON.stringify(header)}\n`, { mode: 0o600 })
    const handle = await open(draft, 'a')
    return {
      name,
      add: async (entry) => {
        await handle.appendFile(`${JSON.stringify(entry)}\n`)
      },
      abandon: () => handle.close(),
      finish: async () => {
        await handle.appendFile(endLine(await readFile(draft)))
        await handle.sync()
        await handle.close()
        await rename(draft, join(this.#folder, name + ending))
        await syncFolder(this.#folder)
      },
    }
  }
}

export interface PointWriter {
  readonly name: string
  add(entry: Entry): Promise<void>
  /** Leaves what there is for the next one. */
  abandon(): Promise<void>
  /** From here on it is a backup. Everything that it names has to be on disk before. */
  finish(): Promise<void>
}

export function refused(message: string): Fault {
  return new Fault('conflict', message, { code: 'CONFLICT' })
}
