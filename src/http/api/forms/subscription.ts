import { Type } from 'typebox'
import { maybeIso } from '../../../core/iso-time.ts'
import type { Subscription } from '../../../features/subscriptions/subscribe.ts'
import { maybeTimestamp, plain } from './form.ts'

export const subscription = plain<Subscription>(
  {
    subscribed: Type.Boolean({ description: 'You are told of every comment, and of closing and merging' }),
    ignored: Type.Boolean({ description: 'You are told of nothing' }),
    created_at: maybeTimestamp,
  },
  ({ attention, createdAt }) => ({
    subscribed: attention === 'watching',
    ignored: attention === 'muted',
    created_at: maybeIso(createdAt),
  }),
)
