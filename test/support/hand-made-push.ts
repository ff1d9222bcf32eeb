// A push put together by hand: of very many small objects, each of which git itself would spend longer on than we do.
import { hash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Client } from './client.ts'

/** Texts are files. */
interface Folder {
  readonly [name: string]: string | Folder
}

const nothing = '0'.repeat(40)
const kinds = { commit: 1, tree: 2, blob: 3 } as const

export class HandMadePush {
  readonly #objects = new Map<string, Buffer>()

  /** A folder of ordinary files and of folders. Returns its id. */
  tree(folder: Folder): string {
    const entries = Object.entries(folder).map(([name, one]) =>
      typeof one === 'string'
        ? { order: name, head: `100644 ${name}\0`, id: this.#add('blob', Buffer.from(one)) }
        : { order: `${name}/`, head: `40000 ${name}\0`, id: this.tree(one) },
    )
    const sorted = entries.toSorted((a, b) => (a.order < b.order ? -1 : 1))
    return this.#add(
      'tree',
      Buffer.concat(sorted.flatMap(({ head, id }) => [Buffer.from(head), Buffer.from(id, 'hex')])),
    )
  }

  commit(tree: string, parent: string | null, at: number): string {
    const from = parent === null ? '' : `parent ${parent}\n`
    const who = `A <a@example.org> ${at} +0000`
    return this.#add('commit', Buffer.from(`tree ${tree}\n${from}author ${who}\ncommitter ${who}\n\nx`))
  }

  /** Moves branches to commits of ours, from where they were; throws unless the service says that all of them have moved. */
  async send(
    client: Client,
    repo: string,
    branches: Readonly<Record<string, string>>,
    before = nothing,
  ): Promise<void> {
    const commands = Object.entries(branches).map(([name, sha], at) =>
      line(`${before} ${sha} refs/heads/${name}${at === 0 ? '\0report-status' : ''}`),
    )
    const raw = Buffer.concat([Buffer.from(`${commands.join('')}0000`), this.#pack()])
    const headers = { 'content-type': 'application/x-git-receive-pack-request' }
    const { text } = await client.send('POST', `/${repo}/git-receive-pack`, { raw, headers })
    if (Object.keys(branches).some((name) => !text.includes(`ok refs/heads/${name}\n`))) throw new Error(text)
  }

  /** Each once: git takes no pack that has one twice. */
  #add(kind: keyof typeof kinds, data: Buffer): string {
    const id = hash('sha1', Buffer.concat([Buffer.from(`${kind} ${data.length}\0`), data]), 'hex')
    this.#objects.set(id, Buffer.concat([headOf(kinds[kind], data.length), stored(data)]))
    return id
  }

  #pack(): Buffer {
    const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
    head.writeUInt32BE(this.#objects.size, 8)
    const all = Buffer.concat([head, ...this.#objects.values()])
    return Buffer.concat([all, hash('sha1', all, 'buffer')])
  }
}

function line(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
}

/** Its kind and its length, as a pack has them. */
function headOf(kind: number, length: number): Buffer {
  const bytes = [(kind << 4) | (length & 15)]
  for (let rest = length >> 4; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128
    bytes.push(rest & 127)
  }
  return Buffer.from(bytes)
}

/** As zlib has what does not get smaller: compressing each would take longer than all else. Of a large one it has parts. */
function stored(data: Buffer): Buffer {
  if (data.length > 0xffff) return deflateSync(data)
  const head = Buffer.from([0x78, 1, 1, 0, 0, 0, 0])
  head.writeUInt16LE(data.length, 3)
  head.writeUInt16LE(data.length ^ 0xffff, 5)
  let [a, b] = [1, 0]
  for (const byte of data) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(b * 65_536 + a)
  return Buffer.concat([head, data, sum])
}
