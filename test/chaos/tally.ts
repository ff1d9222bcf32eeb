// What a run has done so far. It is kept in a file, so that a run can go on another day.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const spoken = /^failpoint: (\w+) at ([\w:.-]+)$/gm

export class Tally {
  seed = 0
  sites = 0
  rounds = 0
  kills = 0
  killsInStart = 0
  asked = 0
  acknowledged = 0
  unknownWhole = 0
  unknownAbsent = 0
  checked = 0
  seconds = 0
  faults: Record<string, number> = {}
  points: Record<string, number> = {}
  wrong: string[] = []
  /** No fault by itself: a loaded machine is slow too. */
  slow: string[] = []

  /** Reads from what a server said which faults it has met. */
  note(said: string): void {
    for (const [, kind = '', point = ''] of said.matchAll(spoken)) {
      this.faults[kind] = (this.faults[kind] ?? 0) + 1
      this.points[point] = (this.points[point] ?? 0) + 1
    }
  }

  static read(file: string): Tally {
    return existsSync(file) ? Object.assign(new Tally(), JSON.parse(readFileSync(file, 'utf8'))) : new Tally()
  }

  write(file: string): void {
    writeFileSync(`${file}.new`, JSON.stringify(this, null, 2))
    renameSync(`${file}.new`, file)
  }

  get line(): string {
    return `${this.kills} kills, ${this.acknowledged} of ${this.asked} acknowledged, ${this.wrong.length} wrong, ${Math.round(this.seconds)} s`
  }

  get table(): string {
    const faults = Object.entries(this.faults).filter(([kind]) => kind !== 'kill')
    const lines: readonly (readonly [string, string | number])[] = [
      ['kills survived', this.kills],
      ['  at a named point', this.faults['kill'] ?? 0],
      ['  while putting right what the last one left', this.killsInStart],
      ['other faults injected', faults.reduce((sum, [, times]) => sum + times, 0)],
      ...faults.toSorted(([a], [b]) => a.localeCompare(b)).map(([kind, times]) => [`  ${kind}`, times] as const),
      ['named points that something happened at', Object.keys(this.points).length],
      ['writes asked for', this.asked],
      ['  acknowledged', this.acknowledged],
      ['  not acknowledged, and there as a whole', this.unknownWhole],
      ['  not acknowledged, and not there', this.unknownAbsent],
      ['acknowledged writes lost', this.wrong.filter((one) => one.startsWith('LOST')).length],
      ['writes or effects half or doubled', this.wrong.filter((one) => one.startsWith('HALF')).length],
      ['anything else wrong', this.wrong.filter((one) => !/^(?:LOST|HALF)/.test(one)).length],
      ['minutes', Math.round(this.seconds / 60)],
    ]
    return lines.map(([name, value]) => `${name.padEnd(46)}${String(value).padStart(8)}`).join('\n')
  }
}
