import { renderToString } from 'preact-render-to-string'
import type { PipelineState } from '../components/pipeline-row.tsx'

/** Colours of the light theme that white can be read on; how long a word is at eleven pixels. */
const passed = { word: 'passed', length: 38, colour: '#186c35' }
const failed = { word: 'failed', length: 30, colour: '#b3232a' }
const running = { word: 'running', length: 43, colour: '#0e5d9e' }
const canceled = { word: 'canceled', length: 48, colour: '#5f5a54' }
const waiting = { word: 'needs approval', length: 85, colour: '#5f5a54' }
const none = { word: 'none', length: 27, colour: '#5f5a54' }

type BadgeLook = typeof passed

const looks: Readonly<Record<PipelineState, BadgeLook>> = {
  created: running,
  pending: running,
  running,
  blocked: waiting,
  success: passed,
  failed,
  error: failed,
  timed_out: failed,
  canceled,
}

/**
 * "pipeline | passed", as a picture of its own: a README shows it. Nothing in it comes from outside, so there is
 * one picture for each word.
 */
export function drawBadge(status: PipelineState | null): string {
  return renderToString(<PipelineBadge {...(status === null ? none : looks[status])} />)
}

const name = 'pipeline'
const nameLength = 43
const nameWidth = 72

function PipelineBadge({ word, length, colour }: BadgeLook) {
  const width = nameWidth + length + 14
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={20}
      viewBox={`0 0 ${width} 20`}
      role="img"
      aria-label={`${name}: ${word}`}
    >
      <title>{`${name}: ${word}`}</title>
      <clipPath id="edge">
        <rect width={width} height={20} rx={4} />
      </clipPath>
      <g clip-path="url(#edge)">
        <rect width={nameWidth} height={20} fill="#35302b" />
        <rect x={nameWidth} width={length + 14} height={20} fill={colour} />
      </g>
      <path
        transform="translate(6 4) scale(.75)"
        fill="#f77e35"
        d="M5 3h10v2.5c-2.5.1-4.2 1.4-4.5 3.5v1c.1 1.1.9 1.8 2.5 2v2H4v-2c1.6-.2 2.4-.9 2.5-2V9C6.2 7.8 5.6 7.2 4.5 7 2.2 6.7.8 5.6.5 3.8H5z"
      />
      {/* Whatever font there is: a word has the room that was left for it. */}
      <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
        <text x={22} y={14} textLength={nameLength}>
          {name}
        </text>
        <text x={nameWidth + 7} y={14} textLength={length}>
          {word}
        </text>
      </g>
    </svg>
  )
}
