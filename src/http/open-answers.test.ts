import type { FastifyReply } from 'fastify'
import { describe, expect, it } from 'vitest'
import { OpenAnswers } from './open-answers.ts'

function replyOn(socket: object): FastifyReply {
  return { request: { raw: { socket } } } as unknown as FastifyReply
}

function openNow(open: OpenAnswers): readonly FastifyReply[] {
  return Array.from(open, ({ reply }) => reply)
}

describe('the answers that are under way', () => {
  it('are those that were begun and have not ended', () => {
    const open = new OpenAnswers()
    const [one, two, three] = [replyOn({}), replyOn({}), replyOn({})]
    const first = open.add(one)
    const second = open.add(two)
    open.remove(first)
    const third = open.add(three)
    expect(new Set(openNow(open))).toEqual(new Set([two, three]))
    open.remove(second)
    open.remove(third)
    expect(openNow(open)).toEqual([])
  })

  it('are left alone by one that ends for the second time', () => {
    const open = new OpenAnswers()
    const first = open.add(replyOn({}))
    open.remove(first)
    const two = replyOn({})
    open.add(two)
    open.remove(first)
    expect(openNow(open)).toEqual([two])
    const three = replyOn({})
    open.add(three)
    expect(new Set(openNow(open))).toEqual(new Set([two, three]))
  })
})
