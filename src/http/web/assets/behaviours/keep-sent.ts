const key = 'sent form'

interface Sent {
  /** Whoever wrote it: it is nothing to the next one at the same machine. */
  readonly by: string | undefined
  /** Of the page that it was sent from. */
  readonly path: string
  readonly action: string
  /** Of the field for its text: many forms of a page may be sent to the same address. */
  readonly field: string
  /** By the id of the control: several texts of a form may have the same name. */
  readonly values: Readonly<Record<string, string>>
  /** The answer was the sign-in page: it waits until its own page is there again. */
  readonly waits: boolean
}

type TextControl = HTMLTextAreaElement | HTMLInputElement

/**
 * A text that was sent is kept until the next page shows that it has arrived. A session that was ended elsewhere, or a
 * server that fails, costs nobody what they wrote.
 */
export function keepSentForms(): void {
  const sent = readSent()
  if (sent !== null) settle(sent)
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (form instanceof HTMLFormElement && actionOf(form) === '/logout') sessionStorage.removeItem(key)
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || !holdsText(form)) return
    const values = Object.fromEntries(controlsOf(form).map((one) => [keyOf(one), one.value]))
    write({
      by: viewer(),
      path: location.pathname,
      action: actionOf(form),
      field: fieldOf(form),
      values,
      waits: false,
    })
  })
}

function settle(sent: Sent): void {
  if (viewer() !== undefined && viewer() !== sent.by) {
    sessionStorage.removeItem(key)
    return
  }
  if (location.pathname.startsWith('/login')) {
    write({ ...sent, waits: true })
    document.querySelector('[data-typed-is-kept]')?.removeAttribute('hidden')
    return
  }
  const form = formOf(sent)
  const isItsPage = location.pathname === sent.path
  // What is accepted is answered with another page to go to; what is refused, with the form or an error.
  if (wasRedirected() && !sent.waits) sessionStorage.removeItem(key)
  // The server has put the text back itself, and knows what has changed since it was written.
  else if (form !== undefined && answersForm()) sessionStorage.removeItem(key)
  else if (form !== undefined && isItsPage) {
    refill(form, sent)
    sessionStorage.removeItem(key)
  }
}

/** Nobody, where nobody is signed in. */
function viewer(): string | undefined {
  return document.body.dataset['viewer']
}

function answersForm(): boolean {
  return document.body.dataset['answersForm'] !== undefined
}

function wasRedirected(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.redirectCount > 0
}

function formOf({ action, field }: Sent): HTMLFormElement | undefined {
  return [...document.forms].find((one) => actionOf(one) === action && holdsText(one) && fieldOf(one) === field)
}

function refill(form: HTMLFormElement, { values }: Sent): void {
  for (const control of controlsOf(form)) {
    const value = values[keyOf(control)]
    if (value === undefined || value === control.value) continue
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function holdsText(form: HTMLFormElement): boolean {
  return form.querySelector('[data-md-editor], [data-code-editor]') !== null
}

function fieldOf(form: HTMLFormElement): string {
  return form.querySelector('[data-md-editor] textarea, [data-code-editor] textarea')?.id ?? ''
}

const typed = 'textarea[name], input[type="text"][name]'
const seen = ['sha', 'head_sha', 'target_sha', 'seen'].map((name) => `input[name="${name}"]`).join()

/** What was seen, by its name in git, goes along: a change by others in the meantime is still noticed. */
function controlsOf(form: HTMLFormElement): TextControl[] {
  return [...form.querySelectorAll<TextControl>(`${typed}, ${seen}`)]
}

function keyOf({ id, name }: TextControl): string {
  return id === '' ? name : id
}

/** As it is written: a field of that name would stand in for the property. */
function actionOf(form: HTMLFormElement): string {
  return form.getAttribute('action') ?? ''
}

function write(sent: Sent): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(sent))
  } catch {
    // Larger than what the browser keeps: an older text must not come back in its place.
    sessionStorage.removeItem(key)
  }
}

function readSent(): Sent | null {
  const text = sessionStorage.getItem(key)
  return text === null ? null : (JSON.parse(text) as Sent)
}
