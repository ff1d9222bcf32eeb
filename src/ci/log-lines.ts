import { SecretMasker, type Secrets } from './mask-secrets.ts'
import { LineSplitter } from './split-lines.ts'

/**
 * One stream of a job's output, as lines that can be stored and shown: first secrets are hidden, which may reach over
 * several lines, then lines are made. The other way round would let some through.
 */
export class LogLines {
  readonly #masker: SecretMasker
  readonly #splitter = new LineSplitter()

  constructor(secrets: Secrets) {
    this.#masker = new SecretMasker(secrets)
  }

  push(chunk: Uint8Array): readonly string[] {
    return this.#splitter.push(this.#masker.push(chunk))
  }

  /** Lines that are held back because a secret may go on behind them: to be asked for when nothing has come for a while. */
  release(): readonly string[] {
    return this.#splitter.push(this.#masker.release())
  }

  end(): readonly string[] {
    return [...this.#splitter.push(this.#masker.end()), ...this.#splitter.end()]
  }
}
