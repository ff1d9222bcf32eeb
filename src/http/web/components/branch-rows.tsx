import { Row, RowList } from './row-list.tsx'
import { Time } from './time.tsx'

export type OfferedBranch = { name: string; at: string }

/** Branches to go on with, each with the time of its last push. */
export function BranchRows(props: {
  label: string
  branches: readonly OfferedBranch[]
  hrefOf: (name: string) => string
}) {
  return (
    <RowList label={props.label}>
      {props.branches.map(({ name, at }) => (
        <Row
          key={name}
          icon="git-branch"
          title={
            <a class="row-link" href={props.hrefOf(name)}>
              {name}
            </a>
          }
          meta={
            <span>
              Pushed <Time at={at} />
            </span>
          }
        />
      ))}
    </RowList>
  )
}
