import type { Config } from './config.ts'
import type { Passing } from './core/checkpoint.ts'
import type { Clock } from './core/clock.ts'
import type { FirstComers } from './core/first-comers.ts'
import type { Limits } from './core/limits.ts'
import type { Log } from './core/log.ts'
import type { Places } from './core/places.ts'
import type { Promises } from './core/promises.ts'
import type { HeavyWork, Turns } from './core/turns.ts'
import type { Pace } from './core/watch.ts'
import type { Db } from './db/handle.ts'
import type { RowsByDay } from './features/admin/rows-by-day.ts'
import type { BlobStore } from './features/blobs/blob-keeping.ts'
import type { LanguageCounts } from './features/contents/language-counts.ts'
import type { ImportRuns } from './features/imports/import-runs.ts'
import type { Mailer } from './features/mail/mailer.ts'
import type { PasswordHasher } from './features/passwords/password-hasher.ts'
import type { SessionLookup } from './features/sessions/session-lookup.ts'
import type { SessionTokens } from './features/sessions/session-tokens.ts'
import type { TokenLookup } from './features/tokens/token-lookup.ts'
import type { PresentRecords } from './features/webhooks/present-records.ts'
import type { AuthorCounts } from './git/author-counts.ts'
import type { History } from './git/history.ts'
import type { Kept } from './git/kept.ts'
import type { ObjectStore } from './git/object-store.ts'
import type { PackCache } from './git/pack-cache.ts'
import type { Git } from './git/run-git.ts'
import type { Markup } from './markup/markup.ts'
import type { OpenIdConnect } from './oidc/oidc.ts'
import type { InventoryThread } from './sbom/inventory-thread.ts'
import type { Keys } from './secrets/keys.ts'
import type { WebAuthn } from './webauthn/webauthn.ts'

/** Everything that a verb may ask for. A verb's first parameter, `Pick<App, …>`, says what it really uses. */
export interface App {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly passing: Passing
  readonly keys: Keys
  readonly limits: Limits
  readonly passwords: PasswordHasher
  readonly git: Git
  readonly objects: ObjectStore
  readonly history: History
  readonly authors: AuthorCounts
  readonly languages: LanguageCounts
  readonly kept: Kept
  readonly packs: PackCache
  /** What is being brought from other servers. */
  readonly imports: ImportRuns
  /** Limits on git's heavy work. */
  readonly turns: Readonly<Record<HeavyWork, Turns>>
  /** How slow clients may be that git works for: those who read, and those who send. */
  readonly paces: Readonly<Record<'reading' | 'sending', Pace>>
  /** So much of what was answered may wait for its readers, all together. */
  readonly unreadBytes: number
  /** How long a page waits for what a history has to be walked for. */
  readonly firstLookMs: number
  /** Of server-sent events, all kinds together. */
  readonly streamPlaces: Places
  readonly markup: Markup
  /** Reads lock files and writes documents of what software is made of. */
  readonly inventories: InventoryThread
  /** The folder with our git hooks. */
  readonly hooks: string
  readonly mailer: Mailer
  readonly blobs: BlobStore
  /** Room for uploads under way. */
  readonly promises: Promises
  readonly sessionTokens: SessionTokens
  readonly sessionLookup: SessionLookup
  /** Of refresh tokens. */
  readonly refreshes: FirstComers
  readonly tokenLookup: TokenLookup
  /** Checks what authenticators answer. */
  readonly webauthn: WebAuthn
  /** Where people can sign in elsewhere; null where that is off. */
  readonly oidc: OpenIdConnect | null
  /** What administrators see of the last days. */
  readonly rowsByDay: RowsByDay
  /** What the API shows, for payloads of webhooks. */
  readonly records: PresentRecords
}
