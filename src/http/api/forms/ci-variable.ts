import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { ListedVariable } from '../../../features/ci-variables/variable.ts'
import { maybeText, type Presentation, sameInBoth, timestamp } from './form.ts'

export const ciVariable: Presentation<ListedVariable> = sameInBoth(
  {
    key: Type.String(),
    value: { ...maybeText, description: 'Null where it is a secret: that never comes back' },
    secret: Type.Boolean({ description: 'Kept encrypted, and replaced by *** in logs' }),
    scope: Type.String({ enum: ['team', 'repository'] }),
    protected_only: Type.Boolean({ description: 'Only for pipelines of protected branches and tags' }),
    overridden: Type.Boolean({ description: "A team's, in whose place the repository's own of this key counts" }),
    created_at: timestamp,
    updated_at: timestamp,
  },
  (one) => ({
    key: one.key,
    value: one.value,
    secret: one.isSecret,
    scope: one.scope,
    protected_only: one.protectedOnly,
    overridden: one.isOverridden,
    created_at: iso(one.createdAt),
    updated_at: iso(one.updatedAt),
  }),
)
