/** Rung while nobody waits for it, it is heard by the next who does. */
export class Bell {
  #rung = false
  #wake: () => void = () => undefined

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  ring(): void {
    this.#rung = true
    this.#wake()
  }

  /** Says whether it had been rung. */
  reset(): boolean {
    const rung = this.#rung
    this.#rung = false
    return rung
  }

  async heard(mostMs: number): Promise<void> {
    if (this.#rung) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      timer = setTimeout(resolve, mostMs)
    })
    clearTimeout(timer)
  }
}
