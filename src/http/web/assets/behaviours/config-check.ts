const pause = 400

/** The text of a configuration is checked while it is typed; without a script a button does it. */
export function enhanceConfigChecks(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-config-check]')) {
    const field = form.querySelector<HTMLTextAreaElement>('textarea[name="content"]')
    const result = form.querySelector<HTMLElement>('[data-config-result]')
    if (field !== null && result !== null) checkWhileTyping(form.dataset['configCheck'] ?? '', field, result)
  }
}

function checkWhileTyping(at: string, field: HTMLTextAreaElement, result: HTMLElement): void {
  let timer = 0
  let checked = field.value
  const check = async (): Promise<void> => {
    const content = field.value
    if (content === checked) return
    checked = content
    const answer = await fetch(at, { method: 'POST', body: new URLSearchParams({ content }) }).catch(() => null)
    // What has been typed since is checked by itself.
    if (answer === null || !answer.ok || field.value !== content) return
    const told = readCheck(await answer.json())
    if (told !== null) show(told, result, field)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void check(), pause)
  })
}

interface Problem {
  readonly line: number
  readonly column: number
  readonly message: string
}

function show(problems: readonly Problem[], result: HTMLElement, field: HTMLTextAreaElement): void {
  const isValid = problems.length === 0
  const notice = document.createElement('div')
  notice.className = `notice notice-${isValid ? 'success' : 'danger'}`
  const text = document.createElement('div')
  text.className = 'notice-text'
  const word = document.createElement('strong')
  word.className = 'notice-word'
  word.textContent = isValid ? 'Valid.' : 'Not valid.'
  const count = problems.length === 1 ? 'There is one problem:' : `There are ${problems.length} problems:`
  const why = isValid ? 'Pipelines can run with this.' : `${count} no pipeline will run.`
  text.append(word, ` ${why}`)
  if (!isValid) text.append(listOf(problems, field))
  notice.append(text)
  result.replaceChildren(notice)
}

function listOf(problems: readonly Problem[], field: HTMLTextAreaElement): HTMLElement {
  const list = document.createElement('ul')
  list.className = 'error-list'
  for (const { line, column, message } of problems) {
    const item = document.createElement('li')
    const place = document.createElement('button')
    place.type = 'button'
    place.className = 'link-button'
    place.textContent = `Line ${line}, column ${column}`
    place.addEventListener('click', () => goTo(field, line, column))
    item.append(place, `: ${message}`)
    list.append(item)
  }
  return list
}

function goTo(field: HTMLTextAreaElement, line: number, column: number): void {
  const before = field.value.split('\n').slice(0, line - 1)
  const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1
  field.focus()
  field.setSelectionRange(at, at)
}

function readCheck(told: unknown): readonly Problem[] | null {
  if (typeof told !== 'object' || told === null || !('errors' in told) || !Array.isArray(told.errors)) return null
  return told.errors.filter(isProblem)
}

function isProblem(one: unknown): one is Problem {
  if (typeof one !== 'object' || one === null || !('line' in one) || !('column' in one) || !('message' in one))
    return false
  return typeof one.line === 'number' && typeof one.column === 'number' && typeof one.message === 'string'
}
