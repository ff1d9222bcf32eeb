/** A service where people sign in, and as whom we ask there. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  /** Null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null
  /** Where people come back to. Never made from what a request says. */
  readonly redirectUri: string
}

/** What the browser that was sent away has to bring back, or its answer is somebody else's. */
export interface Question {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Asked extends Question {
  readonly url: string
}

/** What the provider says of somebody. Who it is, is the first two together; everything else may change. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly username: string | null
  readonly fullName: string | null
}

/** `away`: it gave no answer that makes sense. `declined`: it, or the person, said no. `refused`: the answer does not hold. */
export interface Failure {
  readonly failed: 'away' | 'declined' | 'refused'
  /** For the log: it may hold what the provider wrote. */
  readonly why: string
}

export interface RelyingParty {
  ask(settings: OidcSettings): Promise<Asked | Failure>
  /** `query`: what the browser came back with, from the question mark on. */
  check(settings: OidcSettings, question: Question, query: string): Promise<Claims | Failure>
}

/** The library behind it is a program of its own, loaded when the first person signs in so: nobody else gives memory for it. */
export class OpenIdConnect {
  readonly #program: URL
  readonly #settings: OidcSettings
  #loaded: Promise<{ relyingParty: RelyingParty }> | null = null

  constructor(program: URL, settings: OidcSettings) {
    this.#program = program
    this.#settings = settings
  }

  async ask(): Promise<Asked | Failure> {
    return (await this.#load()).ask(this.#settings)
  }

  async check(question: Question, query: string): Promise<Claims | Failure> {
    return (await this.#load()).check(this.#settings, question, query)
  }

  /** One that could not be read, because there were no more files to open, is read again the next time. */
  async #load(): Promise<RelyingParty> {
    const loading = (this.#loaded ??= import(this.#program.href) as Promise<{ relyingParty: RelyingParty }>)
    try {
      return (await loading).relyingParty
    } catch (error) {
      if (this.#loaded === loading) this.#loaded = null
      throw error
    }
  }
}
