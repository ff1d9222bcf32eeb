import { type Asked, createCredential, getCredential } from './credentials.ts'

/** Before the server takes an answer to it for too late. */
const renewedAfter = 4 * 60_000

/** Asks the authenticator when a form is sent that needs it. Where the browser has no way to one, none is shown (theme.ts). */
export function enhancePasskeys(): void {
  if (document.documentElement.dataset['passkeys'] === undefined) return
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    new PasskeyForm(form).enhance()
  }
}

class PasskeyForm {
  readonly #form: HTMLFormElement
  /** What the browser was last asked: it answers one at a time. */
  #asking = new AbortController()
  #isAnswered = false

  constructor(form: HTMLFormElement) {
    this.#form = form
  }

  enhance(): void {
    this.#form.addEventListener('submit', (event) => {
      if (this.#isAnswered) return
      event.preventDefault()
      void this.#ask(event.submitter)
    })
    // Whoever comes back by the back button asks anew: the answer was good for once.
    addEventListener('pageshow', () => {
      this.#isAnswered = false
    })
    if (this.#form.dataset['filledIn'] !== undefined) void this.#offerToFillIn()
  }

  async #ask(button: HTMLElement | null): Promise<void> {
    this.#say('')
    this.#asking.abort()
    this.#asking = new AbortController()
    const { signal } = this.#asking
    button?.setAttribute('data-pressed', '')
    try {
      const asked = await this.#asked()
      const isNew = this.#form.dataset['passkey'] === 'create'
      this.#send(isNew ? await createCredential(asked, signal) : await getCredential(asked, signal, 'optional'))
    } catch (error) {
      if (signal.aborted) return
      button?.removeAttribute('data-pressed')
      this.#say(this.#inWords(error))
      button?.focus()
    }
  }

  /** Among the names that the browser fills in; chosen there, it is as if the button were pressed. */
  async #offerToFillIn(): Promise<void> {
    const asking = this.#asking
    if (!('isConditionalMediationAvailable' in PublicKeyCredential)) return
    // The button may have been pressed in the meantime.
    if (!(await PublicKeyCredential.isConditionalMediationAvailable()) || this.#asking !== asking) return
    const renewal = setTimeout(() => {
      if (this.#asking !== asking) return
      this.#asking = new AbortController()
      asking.abort()
      void this.#offerToFillIn()
    }, renewedAfter)
    try {
      this.#send(await getCredential(await this.#asked(), asking.signal, 'conditional'))
    } catch {
      // Nobody has asked for it: there is nothing to say. The button is still there.
    } finally {
      if (!asking.signal.aborted) clearTimeout(renewal)
    }
  }

  async #asked(): Promise<Asked> {
    const { options, optionsAt = '' } = this.#form.dataset
    if (options !== undefined) return JSON.parse(options) as Asked
    const answer = await fetch(optionsAt)
    if (!answer.ok) throw new Error(`${answer.status}`)
    return (await answer.json()) as Asked
  }

  #send(credential: string): void {
    const field = this.#form.querySelector<HTMLInputElement>('input[name="credential"]')
    if (field === null) return
    field.value = credential
    this.#isAnswered = true
    this.#form.requestSubmit()
  }

  #say(text: string): void {
    const place = this.#form.querySelector('.passkey-problem')
    if (place !== null) place.textContent = text
  }

  #inWords(error: unknown): string {
    const { passkey, home = '' } = this.#form.dataset
    const result = passkey === 'create' ? 'No passkey was created' : 'The passkey was not used'
    switch (error instanceof Error ? error.name : '') {
      case 'NotAllowedError':
      case 'AbortError':
        return `${result}: the request was cancelled or timed out.`
      case 'InvalidStateError':
        return `${result}: this device has one for your account already.`
      case 'SecurityError':
        return `${result}: they work only at ${home}.`
      case 'NotSupportedError':
        return `${result}: this device makes none of a kind that is known here.`
      default:
        return `${result}: the server or the device did not answer. Try again.`
    }
  }
}
