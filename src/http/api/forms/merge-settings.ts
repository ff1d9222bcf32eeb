import { Type } from 'typebox'
import type { MergeSettings } from '../../../features/pulls/merge-settings.ts'
import { mergeMethods } from '../../../features/pulls/pull.ts'
import { plain } from './form.ts'

const method = Type.String({ enum: [...mergeMethods] })

export const mergeSettings = plain<MergeSettings>(
  {
    merge_methods: Type.Array(method, { description: 'Those that are allowed' }),
    default_merge_method: method,
    delete_branch_on_merge: Type.Boolean(),
  },
  (value) => ({
    merge_methods: value.methods,
    default_merge_method: value.defaultMethod,
    delete_branch_on_merge: value.deletesBranch,
  }),
)
