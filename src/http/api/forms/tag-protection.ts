import { Type } from 'typebox'
import { iso } from '../../../core/iso-time.ts'
import type { TagProtection } from '../../../features/protection/tag-protections.ts'
import { sameInBoth, timestamp } from './form.ts'

const role = Type.String({ enum: ['Developer', 'Maintainer', 'Owner', 'Nobody'] })

export const tagProtection = sameInBoth<TagProtection>(
  {
    pattern: Type.String({ description: 'A tag; `*` stands for anything but a slash, `**` for anything' }),
    create_role: role,
    delete_role: role,
    created_at: timestamp,
    updated_at: timestamp,
  },
  (value) => ({
    pattern: value.pattern,
    create_role: value.createRole,
    delete_role: value.deleteRole,
    created_at: iso(value.createdAt),
    updated_at: iso(value.updatedAt),
  }),
)
