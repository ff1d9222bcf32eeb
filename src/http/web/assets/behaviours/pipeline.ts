import { enhanceElapsed } from './elapsed.ts'
import { LogLines, type StreamedLine } from './log-lines.ts'
import { enhanceLogSearch, showLine } from './log-search.ts'
import { pipelineState } from './pipeline-state.ts'

/** A pipeline's page as it goes on: lines as they are written, and how its jobs are doing, to the end. */
export function enhancePipeline(): void {
  const log = document.querySelector<HTMLElement>('#log[data-log]')
  enhanceElapsed()
  if (log === null) return
  enhanceLogSearch(log)
  addEventListener('hashchange', () => findLine(log))
  findLine(log)
  const stream = log.dataset['log'] ?? ''
  if (stream !== '') follow(log, stream)
}

function follow(log: HTMLElement, stream: string): void {
  const lines = new LogLines(log)
  const state = pipelineState()
  // When the line breaks the browser comes back by itself, and says which line was the last.
  const source = new EventSource(stream)
  source.addEventListener('message', (event) => lines.add(JSON.parse(String(event.data)) as StreamedLine))
  source.addEventListener('status', () => state.refresh())
  source.addEventListener('end', () => {
    source.close()
    state.refresh()
    const note = log.querySelector('[data-live-note]')
    if (note !== null) note.textContent = 'The pipeline has finished.'
  })
  window.addEventListener('pagehide', () => source.close())
  // Kept by the browser and shown again: it has missed what happened since.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
}

/** `#L12`, also where it is folded away, or in another part of a long log. */
function findLine(log: HTMLElement): void {
  const number = Number(/^#L(\d{1,9})$/.exec(location.hash)?.[1])
  if (Number.isNaN(number)) {
    const fold = /^#log-[\w-]+$/.test(location.hash) ? log.querySelector(location.hash) : null
    if (fold instanceof HTMLDetailsElement) fold.open = true
    return
  }
  const line = log.querySelector(`#L${number}`)
  if (line !== null) showLine(line)
  else if (number >= 1 && number <= Number(log.dataset['total']) && !location.search.includes('from=')) {
    location.replace(`${location.pathname}?from=${Math.max(1, number - 30)}#L${number}`)
  }
}
