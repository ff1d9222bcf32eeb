// Repositories that somebody works in: history, branches, tags, files of every kind, and names that nobody should use.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Client } from './client.ts'
import { addressOf, git, newFolder } from './git.ts'
import { lfsPointer } from './lfs-pointer.ts'
import { newToken, type Person } from './people.ts'
import type { TestStithy } from './stithy.ts'

const readme = `# Anvil

A small library that **strikes while the iron is hot**. It knows \`hammer\`, tongs and fire.

![The mark](docs/mark.png)

## Install

\`\`\`sh
npm install anvil
\`\`\`

\`\`\`ts
import { strike } from 'anvil'

// Three blows are enough for a nail.
const nail = await strike({ iron: 'hot', blows: 3 })
console.log(\`made \${nail.length} mm\`)
\`\`\`

## What it does

- [x] heats
- [x] strikes
- [ ] quenches, see [the notes](docs/notes.md#quenching)

| Tool | Weight | Since |
|---|---:|---|
| Hammer | 1,200 g | 1.0 |
| Tongs | 800 g | 1.1 |

> Whoever wants to be a smith has to stand the heat.
`

const source = `import { readFile } from 'node:fs/promises'

/** How hot the iron is, in kelvin. */
export type Heat = number & { readonly heat: true }

export async function strike(iron: { heat: Heat; blows: number }): Promise<string> {
  if (iron.heat < 1100) throw new Error(\`too cold: \${iron.heat} K\`)
  // Each blow makes it a little longer.
  const text = await readFile('pattern.txt', 'utf8')
  return text.repeat(Math.min(iron.blows, 12))
}
`

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGUlEQVR4nGM44C5OEmIY1TCqYVTDUNVAGgIACxQ9gQ+3QIcAAAAASUVORK5CYII=',
  'base64',
)

const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="240" height="240">
  <path fill="#d9480f" d="M2 6h20l-6 6v4h3v3H6v-3h3v-4Q3 11 2 6" />
</svg>
`

const notebook = JSON.stringify({
  nbformat: 4,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', source: ['# Heat\n', 'How hot is *hot*? $Q = mc\\Delta T$ says it.'] },
    {
      cell_type: 'code',
      execution_count: 1,
      source: 'import forge\nforge.heat(1200)',
      outputs: [
        { output_type: 'stream', name: 'stdout', text: 'heating \u001b[31m1200 K\u001b[0m\n' },
        { output_type: 'display_data', data: { 'image/png': pixel.toString('base64'), 'text/plain': '<Figure>' } },
        {
          output_type: 'execute_result',
          execution_count: 1,
          data: { 'text/html': ['<table><tr><th>K</th></tr><tr><td>1200</td></tr></table>'] },
        },
      ],
    },
    {
      cell_type: 'code',
      execution_count: 2,
      source: 'forge.quench("water")',
      outputs: [
        { output_type: 'error', ename: 'Cracked', evalue: 'water', traceback: ['\u001b[31mCracked\u001b[0m: water'] },
      ],
    },
  ],
})

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export async function furnishCode(stithy: TestStithy, person: Person): Promise<void> {
  const client = stithy.client('B').as(person.access)
  const token = await newToken(client, ['repo:write'], 'furnishing')
  const description = 'Strikes while the iron is hot'
  await client.post('user/repos', { slug: 'anvil', description, is_public: true })
  await client.post('user/repos', { slug: 'plans', description: 'Not for everybody' })
  await client.post('user/repos', { slug: 'blank', is_public: true })
  await furnishImports(stithy, client)
  await furnishMirror(stithy, client)
  const folder = await newFolder()
  await git(folder, 'init', '-q', '-b', 'main')
  await write(folder, { 'README.md': readme, LICENSE: 'MIT\n', 'src/strike.ts': source, 'docs/mark.png': pixel })
  await commit(folder, 'Begin')
  await git(folder, 'tag', 'v0.1')
  const notes =
    '---\ntitle: Notes of the smith\ntags: [oil, water]\n---\n\n# Notes\n\n## Quenching\n\nIn oil, [as everybody does](../README.md).\n' +
    String.raw`
After $t$ seconds, with $k = \frac{h A}{m c}$, the blade is

$$T(t) = T_\text{oil} + \left(T_0 - T_\text{oil}\right) e^{-kt}, \qquad \int_0^\infty \left(T(t) - T_\text{oil}\right) dt = \frac{T_0 - T_\text{oil}}{k}$$

hot. The can is $5.
`
  await write(folder, { 'docs/notes.md': notes, 'src/deep/nested/fire.css': 'a {\n  color: red;\n}\n' })
  await commit(folder, 'Write down how to quench\n\nWater cracks the blade.\nOil does not.')
  await git(folder, 'branch', 'feature/tongs')
  const names = {
    'bin/tool.bin': Buffer.from([0, 1, 2, 255, 0]),
    'odd/<b>"q" & \'s\' #1?.txt': 'odd\n',
    'empty.txt': '',
    'docs/tools.csv': 'Tool,Weight,Since\nHammer,"1,200",1.0\n"Tongs, long",800,1.1\n"=cmd|\'/c calc\'!A1",2,\n',
    'docs/heat.ipynb': notebook,
    'docs/drawing.svg': drawing,
    'docs/big.bin': lfsPointer('a'.repeat(64), 1_048_576),
    'docs/kept.bin': lfsPointer(sha256(drawing), drawing.length),
    'docs/kept.svg': lfsPointer(sha256(drawing), drawing.length),
  }
  await write(folder, { ...names, 'src/long-line.js': `const x = "${'x'.repeat(3000)}"\n` })
  await commit(folder, 'Keep odd things')
  await write(folder, { 'src/strike.ts': source.replace('1100', '1200').replace('12)', '16)') })
  await commit(folder, 'Strike hotter')
  await git(folder, 'tag', '-a', '-m', 'The first that holds', 'v1.0')
  await git(folder, 'checkout', '-q', 'feature/tongs')
  await write(folder, {
    'docs/mark.png': redPixel,
    'src/tongs.ts': 'export const tongs = 2\n',
    'src/strike.ts': source.replace('1100', '1150'),
  })
  await commit(folder, 'Add tongs')
  await git(folder, 'push', '-q', addressOf(stithy, token, `${person.username}/anvil`), '--all')
  await git(folder, 'push', '-q', addressOf(stithy, token, `${person.username}/anvil`), '--tags')
  await git(folder, 'push', '-q', addressOf(stithy, token, `${person.username}/plans`), 'main')
  const large = `/${person.username}/anvil.git/info/lfs/objects/${sha256(drawing)}`
  await stithy.client().send('PUT', large, { token, raw: drawing })
}

async function write(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await git(folder, 'add', '.')
}

async function commit(folder: string, message: string): Promise<void> {
  await git(folder, 'commit', '-q', '-m', message)
}

/** One that is on its way for as long as a test looks at it, and one that did not arrive. */
async function furnishImports(stithy: TestStithy, client: Client): Promise<void> {
  const url = 'https://example.org/ada/bellows.git'
  const error = 'The server it comes from broke off: try again'
  const ways = [
    { slug: 'arriving', state: 'running', received_bytes: 7_340_032, error: null },
    { slug: 'stranded', state: 'failed', received_bytes: 0, error },
  ] as const
  for (const { slug, ...way } of ways) {
    await client.post('user/repos', { slug })
    await inTransaction(stithy.app, async (tx) => {
      const { id } = await tx.selectFrom('repos').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
      const times = { started_at: tx.now, heard_at: tx.now + 24 * 3_600_000 }
      await tx
        .insertInto('imports')
        .values({ repo_id: id, url, unusable_refs: 0, ...way, ...times })
        .execute()
    })
  }
}

/** One that has followed for long, and hears nothing any more; what is there goes on to a copy, which refuses something. */
async function furnishMirror(stithy: TestStithy, client: Client): Promise<void> {
  await client.post('user/repos', { slug: 'echo', is_public: true, auto_init: true })
  await inTransaction(stithy.app, async (tx) => {
    const { id } = await tx.selectFrom('repos').select('id').where('slug', '=', 'echo').executeTakeFirstOrThrow()
    const url = 'https://example.org/ada/bellows.git'
    await tx.updateTable('repos').set({ mirror_of: url }).where('id', '=', id).execute()
    const error = 'The address cannot be reached: example.org does not answer'
    const hour = 3_600_000
    const times = { every_ms: hour, due_at: tx.now + 4 * hour, heard_at: tx.now, synced_at: tx.now - 9 * hour }
    const names = JSON.stringify(['refs/heads/-f', 'refs/heads/refs/heads/main', 'refs/tags/HEAD'])
    const leftOut = { unusable_refs: 4, unusable_names: names }
    const way = { username: '', sealed_password: null, is_running: 0, failures: 3, error, ...leftOut }
    await tx
      .insertInto('mirrors')
      .values({ repo_id: id, ...times, ...way })
      .execute()
    const copy = { url: 'https://example.com/ada/bellows.git', username: 'ada', sealed_password: null }
    const told = 'The server there did not take main (protected branch hook declined)'
    const tried = { due_at: tx.now + hour, run: null, heard_at: tx.now, failures: 2, error: told }
    await tx
      .insertInto('push_mirrors')
      .values({ repo_id: id, ...copy, ...tried, sent_version: null, refused_version: null, sent_at: tx.now - 2 * hour })
      .execute()
  })
}
