// A clone as git asks for it in version 2 of its protocol, and throws away: what git does with a pack on the machine of whoever
// clones takes minutes with a large repository, and says nothing about the server.
import { Agent, request } from 'node:http'

const pkt = (text: string): string => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text
const agent = 'agent=git/2.39.5'
const said = `${pkt(agent)}${pkt('object-format=sha1')}0001`

/** All branches and tags, or those and nothing before them. Returns how many bytes came. */
export async function rawClone(url: string, depth?: number): Promise<number> {
  const connection = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await exchange(connection, `${url}/info/refs?service=git-upload-pack`, null, true)
    const asked = ['peel\n', 'symrefs\n', 'ref-prefix refs/heads/\n', 'ref-prefix refs/tags/\n', 'ref-prefix HEAD\n']
    const question = `${pkt('command=ls-refs\n')}${said}${asked.map(pkt).join('')}0000`
    const refs = await exchange(connection, `${url}/git-upload-pack`, question, true)
    const ids = new Set([...refs.text.matchAll(/([\da-f]{40}) (?:refs\/|HEAD)/g)].map(([, id = '']) => id))
    const words = [
      'thin-pack',
      'no-progress',
      'include-tag',
      'ofs-delta',
      ...(depth === undefined ? [] : [`deepen ${depth}`]),
    ]
    const wants = [...ids].map((id) => pkt(`want ${id}\n`)).join('')
    const all = `${pkt('command=fetch')}${said}${words.map(pkt).join('')}${wants}${pkt('done\n')}0000`
    const { bytes, end } = await exchange(connection, `${url}/git-upload-pack`, all, false)
    if (ids.size === 0 || !end.endsWith('0000')) throw new Error(`No whole pack came from ${url}`)
    return bytes
  } finally {
    connection.destroy()
  }
}

interface Answer {
  readonly bytes: number
  readonly text: string
  readonly end: string
}

function exchange(connection: Agent, url: string, body: string | null, keep: boolean): Promise<Answer> {
  const type = 'application/x-git-upload-pack-request'
  const headers = { 'git-protocol': 'version=2', ...(body === null ? {} : { 'content-type': type }) }
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent: connection, method: body === null ? 'GET' : 'POST', headers }, (answer) => {
      const kept: Buffer[] = []
      let bytes = 0
      let end = ''
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        end = (end + chunk.toString('latin1', Math.max(0, chunk.length - 4))).slice(-4)
        if (keep) kept.push(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
        else resolve({ bytes, end, text: Buffer.concat(kept).toString('latin1') })
      })
    })
    asking.on('error', reject)
    asking.end(body ?? undefined)
  })
}
