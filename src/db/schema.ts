import type { AccountsSchema } from './accounts-schema.ts'
import type { CiVariablesSchema } from './ci-variables-schema.ts'
import type { EventsSchema } from './events-schema.ts'
import type { FilesSchema } from './files-schema.ts'
import type { PipelinesSchema } from './pipelines-schema.ts'
import type { PullsSchema } from './pulls-schema.ts'
import type { ReposSchema } from './repos-schema.ts'
import type { SbomSchema } from './sbom-schema.ts'
import type { SharedStateSchema } from './shared-state-schema.ts'
import type { ThreadsSchema } from './threads-schema.ts'
import type { WebhooksSchema } from './webhooks-schema.ts'

/**
 * The tables, as rows are read and written. Times are milliseconds since 1970, flags 0 or 1, JSON is text: the same on
 * both databases. Every record that the API shows has an `id` (Form A) and a `uuid` (Form B).
 */
export interface Schema
  extends AccountsSchema,
    ReposSchema,
    FilesSchema,
    EventsSchema,
    ThreadsSchema,
    PullsSchema,
    WebhooksSchema,
    PipelinesSchema,
    CiVariablesSchema,
    SbomSchema,
    SharedStateSchema {}
