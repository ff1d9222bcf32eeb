// What harbour/tideline is made of.

export const readme = `# Tideline

Says when the water comes and when it goes. A small library and a command for tide tables, made of **harmonics** and
nothing else.

![The tide of two days](docs/tide.png)

## Use it

\`\`\`sh
tideline --station north-pier --day tomorrow
\`\`\`

\`\`\`ts
import { nextHighWater } from 'tideline'

const at = nextHighWater(stations['north-pier'], new Date())
console.log(at.toISOString())
\`\`\`

| Station | Range | Since |
|---|---:|---|
| North pier | 3.4 m | 0.1 |
| Old lock | 2.9 m | 0.1 |
| Sand bank | 4.1 m | 0.2 |

- [x] high water
- [x] low water
- [ ] springs and neaps, see [the notes](docs/notes.md)
`

export const notes = `# Notes

## Springs and neaps

When sun and moon pull together the range is largest. The formula is $h(t) = \\sum a_i \\cos(\\omega_i t - \\phi_i)$.

## Where the figures come from

They are made up. No ship should rely on them.
`

export const tide = `/** A wave that the tide is made of. */
export interface Harmonic {
  readonly name: string
  /** Metres. */
  readonly amplitude: number
  /** Degrees an hour. */
  readonly speed: number
  readonly phase: number
}

const degree = Math.PI / 180

/** The height of the water, in metres above the mean. */
export function heightAt(harmonics: readonly Harmonic[], hours: number): number {
  return harmonics.reduce((sum, one) => sum + one.amplitude * Math.cos((one.speed * hours - one.phase) * degree), 0)
}
`

export const waters = `import { heightAt, type Harmonic } from './tide.ts'

const step = 0.1
const horizon = 30

/** Hours until the water is highest. */
export function nextHighWater(harmonics: readonly Harmonic[], from: number): number | null {
  for (let at = from + step; at < from + horizon; at += step) {
    const here = heightAt(harmonics, at)
    if (here > heightAt(harmonics, at - step) && here >= heightAt(harmonics, at + step)) return at
  }
  return null
}
`

export const lowWater = `
/** Hours until the water is lowest. */
export function nextLowWater(harmonics: readonly Harmonic[], from: number): number | null {
  const upside = harmonics.map((one) => ({ ...one, amplitude: -one.amplitude }))
  return nextHighWater(upside, from)
}
`

export const stations = `name,range_m,first_seen
north-pier,3.4,2026-01-04
old-lock,2.9,2026-01-04
sand-bank,4.1,2026-03-19
`

export const fit = `"""Finds the harmonics that fit a row of measured heights best."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Measured:
    hours: float
    metres: float


def mean(rows: list[Measured]) -> float:
    if not rows:
        raise ValueError("nothing was measured")
    return sum(row.metres for row in rows) / len(rows)


def residual(rows: list[Measured], guess: float) -> float:
    return sum((row.metres - guess) ** 2 for row in rows)
`

export const schema = `create table stations (
  name text primary key,
  range_m real not null check (range_m > 0)
);

create index stations_by_range on stations (range_m desc);
`

export const style = `.tide {
  fill: var(--water, #3a6ea5);
  stroke: none;
}
`

export const owners = `# Who is asked when something changes.
/src/ @bob
*.py  @carol
`

export const pipeline = `version: 1
jobs:
  lint:
    steps:
      - name: No tabs, no trailing blanks
        run: |
          if grep -rnE "$(printf '\\t')| +$" src; then echo "error: see above" >&2; exit 1; fi
          printf '\\033[32mok\\033[0m %s files\\n' "$(find src -type f | wc -l)"
  test:
    needs: [lint]
    matrix: { station: [north-pier, old-lock, sand-bank] }
    steps:
      - name: The range of \${{ matrix.station }}
        run: |
          awk -F, '$1 == "\${{ matrix.station }}" { found = 1; if ($2 < 2 || $2 > 5) exit 1 } END { exit !found }' data/stations.csv
          echo "within what is possible"
  table:
    needs: [test]
    steps:
      - name: Write the table
        run: |
          mkdir -p out
          awk -F, 'NR > 1 { printf "%-12s %4.1f m\\n", $1, $2 }' data/stations.csv | tee out/table.txt
    artifacts: { paths: [out/], expire_in: 30d }
  publish:
    needs: [table]
    manual: true
    when: { branch: main }
    steps:
      - name: Hang it up at the harbour
        run: cat out/table.txt
`
