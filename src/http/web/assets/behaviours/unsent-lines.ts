import { element } from './element.ts'

/** A review says so before it leaves out a comment on a line that was typed and not added; a second press sends it. */
export function enhanceReviews(): void {
  // Before anything else hears of it: a form that is not sent keeps its draft and its buttons.
  document.addEventListener(
    'submit',
    (event) => {
      if (!(event.target instanceof HTMLFormElement) || event.target.dataset['sumsUp'] === undefined) return
      const unsent = [...document.querySelectorAll<HTMLTextAreaElement>('.diff-file textarea')].filter(isUnsent)
      const [first] = unsent.filter((field) => field.dataset['told'] === undefined)
      if (first === undefined) return
      event.preventDefault()
      event.stopPropagation()
      for (const field of unsent) tell(field)
      first.focus()
    },
    { capture: true },
  )
}

/** What came back from the server in a form for a new comment was not sent either. */
function isUnsent(field: HTMLTextAreaElement): boolean {
  const isNew = field.closest('.line-form') !== null
  return field.value.trim() !== '' && (isNew || field.value !== field.defaultValue)
}

function tell(field: HTMLTextAreaElement): void {
  if (field.dataset['told'] !== undefined) return
  field.dataset['told'] = ''
  const words = 'This is not part of the review yet. Add it first, or submit the review again without it.'
  field.form?.append(element('p', { class: 'field-error', role: 'alert' }, words))
}
