/** What an authenticator made, as the browser tells it; bytes are in base64url. */
export interface Creation {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports: readonly string[]
}

/** What an authenticator signed. */
export interface Assertion {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string | null
}

export interface Expected {
  readonly isChallenge: (text: string) => boolean
  readonly origin: string
  /** The relying party: a host name. */
  readonly rpId: string
  /** Whether the person had to show a finger, a face or a PIN; that somebody touched it is always asked for. */
  readonly userVerified: boolean
}

export interface Credential {
  readonly id: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly isSynced: boolean
}

export type Use = Pick<Credential, 'counter' | 'isSynced'>

export interface Refused {
  readonly refused: string
}

export interface Ceremonies {
  verifyCreation(creation: Creation, expected: Expected): Promise<Credential | Refused>
  /** Says what the counter is, and leaves it to the caller what that means. */
  verifyAssertion(assertion: Assertion, publicKey: string, expected: Expected): Promise<Use | Refused>
}

/**
 * The library behind it takes 15 MB, which nobody has to give who uses no passkeys: it is a program of its own, loaded when
 * the first one is used.
 */
export class WebAuthn implements Ceremonies {
  readonly #program: URL
  #loaded: Promise<{ ceremonies: Ceremonies }> | null = null

  constructor(program: URL) {
    this.#program = program
  }

  async verifyCreation(creation: Creation, expected: Expected): Promise<Credential | Refused> {
    return (await this.#load()).verifyCreation(creation, expected)
  }

  async verifyAssertion(assertion: Assertion, publicKey: string, expected: Expected): Promise<Use | Refused> {
    return (await this.#load()).verifyAssertion(assertion, publicKey, expected)
  }

  /** One that could not be read, because there were no more files to open, is read again the next time. */
  async #load(): Promise<Ceremonies> {
    const loading = (this.#loaded ??= import(this.#program.href) as Promise<{ ceremonies: Ceremonies }>)
    try {
      return (await loading).ceremonies
    } catch (error) {
      if (this.#loaded === loading) this.#loaded = null
      throw error
    }
  }
}
