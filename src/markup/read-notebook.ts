export type Output =
  | { readonly kind: 'text'; readonly text: string; readonly isError: boolean }
  /** `data` is Base64 and nothing else. */
  | { readonly kind: 'picture'; readonly type: string; readonly data: string }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'markdown'; readonly text: string }

export type Cell =
  | { readonly kind: 'markdown'; readonly source: string }
  | { readonly kind: 'raw'; readonly source: string }
  | {
      readonly kind: 'code'
      readonly source: string
      readonly count: number | null
      readonly outputs: readonly Output[]
    }

export interface Notebook {
  readonly language: string
  readonly cells: readonly Cell[]
}

const mostOutputs = 100

/** The parts of a Jupyter notebook, of format 4 or 3, that a page shows. Throws where it is none. */
export function readNotebook(text: string): Notebook {
  const root = objectOf(JSON.parse(text))
  // Format 3 has its cells in sheets.
  const sheets = listOf(root['worksheets']).flatMap((sheet) => listOf(objectOf(sheet)['cells']))
  const cells = Array.isArray(root['cells']) ? root['cells'] : sheets
  if (!Array.isArray(root['cells']) && !Array.isArray(root['worksheets'])) throw new Error('Not a notebook')
  const metadata = objectOf(root['metadata'])
  const info = objectOf(metadata['language_info'])
  const kernel = objectOf(metadata['kernelspec'])
  const language = textOf(info['name']) || textOf(kernel['language']) || 'python'
  return { language: language.toLowerCase(), cells: cells.map(cellOf) }
}

function cellOf(value: unknown): Cell {
  const cell = objectOf(value)
  const source = textOf(cell['source'] ?? cell['input'])
  if (cell['cell_type'] === 'heading') return { kind: 'markdown', source: `## ${source}` }
  if (cell['cell_type'] === 'markdown') return { kind: 'markdown', source }
  if (cell['cell_type'] !== 'code') return { kind: 'raw', source }
  const count = cell['execution_count'] ?? cell['prompt_number']
  const outputs = listOf(cell['outputs']).slice(0, mostOutputs).flatMap(outputOf)
  return { kind: 'code', source, count: typeof count === 'number' ? count : null, outputs }
}

function outputOf(value: unknown): readonly Output[] {
  const output = objectOf(value)
  if (output['output_type'] === 'stream') {
    return [{ kind: 'text', text: textOf(output['text']), isError: output['name'] === 'stderr' }]
  }
  if (output['output_type'] === 'error' || output['output_type'] === 'pyerr') {
    const trace = listOf(output['traceback']).map(textOf).join('\n')
    return [{ kind: 'text', text: trace || `${textOf(output['ename'])}: ${textOf(output['evalue'])}`, isError: true }]
  }
  const data = objectOf(output['data'])
  return richest(Object.keys(data).length > 0 ? data : oldData(output))
}

/** Format 3 has them beside the rest, by short names. */
function oldData(output: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    'image/png': output['png'],
    'image/jpeg': output['jpeg'],
    'image/svg+xml': output['svg'],
    'text/html': output['html'],
    'text/markdown': output['markdown'],
    'text/plain': output['text'],
  }
}

/** A program tells the same in several ways: the one that says most without running anything. */
function richest(data: Readonly<Record<string, unknown>>): readonly Output[] {
  for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp']) {
    const text = textOf(data[type]).replaceAll(/\s/g, '')
    if (text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return [{ kind: 'picture', type, data: text }]
  }
  const svg = textOf(data['image/svg+xml'])
  if (svg !== '') return [{ kind: 'picture', type: 'image/svg+xml', data: Buffer.from(svg).toString('base64') }]
  const html = textOf(data['text/html'])
  if (html !== '') return [{ kind: 'html', html }]
  const markdown = textOf(data['text/markdown'])
  if (markdown !== '') return [{ kind: 'markdown', text: markdown }]
  const latex = textOf(data['text/latex']).trim()
  if (/^(?:\$[\s\S]*\$|\\begin\{[\s\S]*\})$/.test(latex)) return [{ kind: 'markdown', text: latex }]
  const plain = textOf(data['text/plain'] ?? latex)
  if (plain !== '') return [{ kind: 'text', text: plain, isError: false }]
  const json = data['application/json']
  return json === undefined ? [] : [{ kind: 'text', text: JSON.stringify(json, null, 2), isError: false }]
}

/** Text comes whole or as a list of lines. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
