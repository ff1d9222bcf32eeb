// A wire to a server that can go silent, as one does whose machine vanished: connections stay, and nothing comes through.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentWire {
  /** The same address, by this wire. */
  readonly url: string
  /** From now on nothing goes through, neither on old connections nor on new ones. */
  cut(): void
  /** New connections go through again, to where they did or elsewhere. Old ones stay as they are. */
  mend(to?: string): void
  close(): void
}

export async function wireTo(url: string): Promise<SilentWire> {
  let target: URL | null = new URL(url)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined)
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near)
    if (target === null) return
    const far = keep(connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true }))
    near.pipe(far)
    far.pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    cut: () => {
      target = null
      for (const socket of sockets) socket.unpipe().removeAllListeners('close').pause()
    },
    mend: (to = url) => {
      target = new URL(to)
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
