import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { serializer } from './serializer.ts'

const maybeTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])
const milestone = Type.Union([Type.Object({ title: Type.String(), due_at: maybeTime }), Type.Null()])
const issue = Type.Object({
  title: Type.String(),
  closed_at: maybeTime,
  milestone,
  labels: Type.Array(Type.Union([Type.String(), Type.Null()])),
  place: Type.Optional(Type.Union([Type.Integer(), Type.String(), Type.Null()])),
})
const write = serializer(Type.Array(issue))

it('writes what may be null, and what is, at any depth', () => {
  const all = [
    { title: '"A"', closed_at: null, milestone: null, labels: ['b', null], place: null },
    {
      title: '',
      closed_at: '2026-01-02T03:04:05.006Z',
      milestone: { title: 'c\n', due_at: null },
      labels: [],
      place: 3,
    },
    {
      title: 'd',
      closed_at: null,
      milestone: { title: '', due_at: '2026-01-02T03:04:05.006Z' },
      labels: [],
      place: 'e',
    },
    { title: 'f', closed_at: null, milestone: null, labels: [] },
  ]
  expect(write(all)).toBe(JSON.stringify(all))
})

it('leaves out what the schema does not name', () => {
  expect(write([{ title: '', closed_at: null, milestone: null, labels: [], secret: 'x' }])).not.toContain('secret')
})
