import { PageRefresh, replaceParts } from './page-refresh.ts'
import { enhanceTimes } from './times.ts'

/** The page of a pipeline without its lines: what has changed of it is taken over. */
export function pipelineState(): PageRefresh {
  return new PageRefresh(
    () => `${location.pathname}?log=off`,
    (page) => {
      addFolds(page)
      replaceParts(page)
      countLines(page)
      enhanceTimes()
    },
  )
}

/** Links to lines are followed as far as there are any. */
function countLines(page: Document): void {
  const [shown, fresh] = [document, page].map((one) => one.querySelector<HTMLElement>('#log'))
  if (shown !== null && shown !== undefined) shown.dataset['total'] = fresh?.dataset['total'] ?? shown.dataset['total']
}

/** Jobs and steps that have begun since: each goes behind those that are there. */
function addFolds(page: Document): void {
  const body = document.querySelector('.log-body')
  for (const job of page.querySelectorAll('.log-job')) {
    const shown = document.querySelector(`#${CSS.escape(job.id)}`)
    if (shown === null) {
      document.querySelector('.log-nothing')?.remove()
      body?.append(document.importNode(job, true))
      continue
    }
    for (const step of job.querySelectorAll('.log-step')) {
      if (document.querySelector(`#${CSS.escape(step.id)}`) === null) shown.append(document.importNode(step, true))
    }
  }
}
