import { showAnswer, showFailure } from './answer.ts'
import { type Field, pathWith } from './request.ts'

/** Every operation gets its form when it is first opened: two hundred at once would be slow for nothing. */
export function enhanceOperations(): void {
  const template = document.querySelector<HTMLTemplateElement>('#try-it')
  if (template === null) return
  for (const operation of document.querySelectorAll<HTMLDetailsElement>('.operation')) {
    operation.addEventListener('toggle', () => add(operation, template), { once: true })
    if (operation.open) add(operation, template)
  }
}

function add(operation: HTMLDetailsElement, template: HTMLTemplateElement): void {
  const body = operation.querySelector<HTMLElement>('.operation-body')
  if (body === null || body.querySelector('.try-it')) return
  const part = document.importNode(template.content, true)
  const form = part.querySelector('form')
  if (form === null) return
  addCopyButtons(part, body)
  const fields = addFields(form, body)
  const text = addBody(form, body)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(operation, form, { fields, text })
  })
  body.append(part)
}

/** Beside each block of code; what serves those of the page serves these, too. */
function addCopyButtons(part: DocumentFragment, body: HTMLElement): void {
  const model = part.querySelector<HTMLButtonElement>('.copy-button')
  if (model === null) return
  model.hidden = false
  for (const block of body.querySelectorAll('.code-block')) {
    const button = model.cloneNode(true) as HTMLButtonElement
    button.ariaLabel = `Copy ${block.querySelector('pre')?.ariaLabel ?? ''}`
    block.append(button)
  }
}

function addFields(form: HTMLFormElement, body: HTMLElement): Field[] {
  const model = form.querySelector<HTMLElement>('[data-part="field"]')
  if (model === null) return []
  model.remove()
  const rows = [...body.querySelectorAll<HTMLElement>('tr[data-parameter]')]
  return rows
    .map((row) => {
      const { parameter = '', place = '', required, choices } = row.dataset
      const part = model.cloneNode(true) as HTMLElement
      const [input, select] = part.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
      const control = choices === undefined ? input : select
      ;(choices === undefined ? select : input)?.remove()
      const label = part.querySelector('label')
      if (!control || !label) return null
      label.textContent = parameter
      label.htmlFor = control.id = `try-${body.id}-${parameter}`
      control.required = required !== undefined
      for (const choice of choices === undefined ? [] : ['', ...choices.split(' ')]) {
        control.append(new Option(choice, choice))
      }
      form.querySelector('.form-actions')?.before(part)
      return { name: parameter, place, control }
    })
    .filter((field) => field !== null)
}

function addBody(form: HTMLFormElement, body: HTMLElement): HTMLTextAreaElement | null {
  const part = form.querySelector<HTMLElement>('[data-part="body"]')
  const example = body.querySelector('[data-example] code')
  const area = part?.querySelector('textarea') ?? null
  if (part === null || area === null || example === null) {
    part?.remove()
    return null
  }
  area.value = example.textContent ?? ''
  area.rows = Math.min(16, area.value.split('\n').length + 1)
  const label = part.querySelector('label')
  if (label) label.htmlFor = area.id = `try-${body.id}`
  // The body stands last, before the button.
  form.querySelector('.form-actions')?.before(part)
  return area
}

interface Filled {
  readonly fields: readonly Field[]
  readonly text: HTMLTextAreaElement | null
}

async function send(operation: HTMLElement, form: HTMLFormElement, { fields, text }: Filled): Promise<void> {
  const page = document.querySelector<HTMLElement>('.api')
  const token = document.querySelector<HTMLInputElement>('#api-token')?.value.trim() ?? ''
  const { form: apiForm = '', base = '' } = page?.dataset ?? {}
  const button = form.querySelector('button')
  const headers = new Headers({ 'X-API-Form': apiForm, Accept: 'application/json' })
  if (token !== '') headers.set('Authorization', `Bearer ${token}`)
  if (text !== null) headers.set('Content-Type', 'application/json')
  const started = performance.now()
  button?.setAttribute('data-pressed', '')
  try {
    const answer = await fetch(base + pathWith(operation.dataset['path'] ?? '', fields), {
      method: operation.dataset['method'] ?? 'GET',
      headers,
      body: text?.value ?? null,
      // A token speaks for itself; Form A does not look at cookies, so it gets none.
      credentials: token === '' && apiForm === 'B' ? 'same-origin' : 'omit',
      cache: 'no-store',
      redirect: 'manual',
    })
    const body = await answer.text()
    showAnswer(operation, answer, body, performance.now() - started)
  } catch (error) {
    showFailure(operation, error)
  } finally {
    button?.removeAttribute('data-pressed')
  }
}
