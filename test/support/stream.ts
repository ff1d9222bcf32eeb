// A reader of server-sent events, as a program outside has one.
import { get } from 'node:http'
import { eventually } from './stithy.ts'

export interface Frame {
  readonly id: string | null
  readonly data: Record<string, unknown>
}

export interface EventReader {
  readonly frames: Frame[]
  readonly text: () => string
  readonly ended: () => boolean
  /** The next frames, once there are so many in all. */
  upTo(count: number): Promise<readonly Frame[]>
  close(): void
}

export function readEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; reader: EventReader; type: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    let isOver = false
    const frames: Frame[] = []
    const request = get(url, { headers, agent: false }, (answer) => {
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
        const whole = text.split('\n\n').slice(0, -1)
        frames.splice(0, frames.length, ...whole.flatMap(frameOf))
      })
      answer.on('close', () => {
        isOver = true
      })
      resolve({
        status: answer.statusCode ?? 0,
        type: String(answer.headers['content-type']),
        reader: {
          frames,
          text: () => text,
          ended: () => isOver,
          upTo: (count) =>
            eventually(() => {
              if (frames.length < count) throw new Error(`${frames.length} of ${count} frames came:\n${text}`)
              return frames
            }),
          close: () => request.destroy(),
        },
      })
    })
    request.on('error', (error) => (isOver ? undefined : reject(error)))
  })
}

function frameOf(block: string): readonly Frame[] {
  const lines = block.split('\n')
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
  if (data.length === 0) return []
  const id = lines.find((line) => line.startsWith('id: '))?.slice(4) ?? null
  return [{ id, data: JSON.parse(data.join('\n')) }]
}
