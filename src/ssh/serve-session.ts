import type { ServerChannel, Session } from 'ssh2'
import { greet } from './greet.ts'
import { type Line, runGit } from './run-git-command.ts'
import type { Place } from './work-limit.ts'

const protocolShape = /^[a-z0-9-]+(=[a-z0-9.-]+)?(:[a-z0-9-]+(=[a-z0-9.-]+)?)*$/
const longestProtocol = 100

/**
 * One channel: one command, at most one variable before it. Terminals, forwarded agents and displays, subsystems and
 * signals have no listener here, and the library refuses what nobody listens to.
 */
export function serveSession(line: Line, session: Session): void {
  let protocol = ''
  let begun = false
  const begin = (accept: () => ServerChannel, work: (channel: ServerChannel, place: Place) => Promise<void>): void => {
    if (begun) return
    begun = true
    // Taken at once: the library takes no command any more when the client has said that it will send nothing.
    const channel = accept()
    line.run(channel, (place) => work(channel, place))
  }
  session.on('env', (accept, reject, { key, val }) => {
    const known = key === 'GIT_PROTOCOL' && val.length <= longestProtocol && protocolShape.test(val)
    if (known) protocol = val
    // Without a wish for an answer there is none to give.
    const answer: (() => void) | undefined = known ? accept : reject
    answer?.()
  })
  session.on('shell', (accept) => begin(accept, (channel) => greet(line, channel)))
  session.on('exec', (accept, _reject, { command }) =>
    begin(accept, (channel, place) => runGit(line, { channel, place, session, protocol, command })),
  )
}
