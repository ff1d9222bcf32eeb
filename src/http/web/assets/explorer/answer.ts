// What the server says is shown as text, whatever it holds.

const telling = [
  'content-type',
  'x-api-form',
  'x-total-count',
  'x-page',
  'x-per-page',
  'link',
  'retry-after',
  'x-ratelimit-remaining',
  'x-request-id',
]

const longest = 200_000

export function showAnswer(operation: HTMLElement, answer: Response, body: string, ms: number): void {
  const part = partOf(operation)
  const tone = answer.status < 300 ? 'open' : answer.status < 400 ? 'running' : 'failed'
  part('status').className = `badge badge-${tone}`
  part('status').textContent = `${answer.status} ${answer.statusText}`.trim()
  part('time').textContent = `${Math.round(ms)} ms`
  part('headers').replaceChildren(
    ...telling.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [fact(name, value)]
    }),
  )
  showText(part, pretty(body))
}

export function showFailure(operation: HTMLElement, error: unknown): void {
  const part = partOf(operation)
  part('status').className = 'badge badge-failed'
  part('status').textContent = 'No answer'
  part('time').textContent = error instanceof Error ? error.message : String(error)
  part('headers').replaceChildren()
  showText(part, '')
}

type Parts = (name: string) => HTMLElement

function partOf(operation: HTMLElement): Parts {
  return (name) => {
    const part = operation.querySelector<HTMLElement>(`.try-it [data-part="${name}"]`)
    if (part === null) throw new Error(`The page has no ${name}`)
    return part
  }
}

function showText(part: Parts, text: string): void {
  const code = part('text').querySelector('code')
  if (code) code.textContent = text.length > longest ? `${text.slice(0, longest)}\n…` : text
  part('text').hidden = text === ''
  part('answer').hidden = false
}

function fact(name: string, value: string): HTMLElement {
  const line = document.createElement('div')
  const key = document.createElement('dt')
  const said = document.createElement('dd')
  const code = document.createElement('code')
  key.textContent = name
  code.textContent = value
  said.append(code)
  line.append(key, said)
  return line
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
