import { Notice } from './notice.tsx'

export type ShownCheck = { valid: boolean; errors: readonly { line: number; column: number; message: string }[] }

type ConfigCheckProps = {
  check: ShownCheck
  /** The lines are on the page, to be jumped to. */
  linked: boolean
}

/** Whether a pipeline can come of it, and if not, why: the script writes the same while somebody types. */
export function ConfigCheck({ check, linked }: ConfigCheckProps) {
  if (check.valid)
    return (
      <Notice tone="success" word="Valid.">
        Pipelines can run with this.
      </Notice>
    )
  const { errors } = check
  return (
    <Notice tone="danger" word="Not valid.">
      {errors.length === 1 ? 'There is one problem:' : `There are ${errors.length} problems:`} no pipeline will run.
      <ul class="error-list">
        {errors.map((error) => (
          <li key={`${error.line}:${error.column}:${error.message}`}>
            {linked ? <a href={`#L${error.line}`}>{placeOf(error)}</a> : placeOf(error)}: {error.message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function placeOf({ line, column }: { line: number; column: number }): string {
  return `Line ${line}, column ${column}`
}
