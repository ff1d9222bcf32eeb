import { Badge } from './badge.tsx'
import { LinkButton } from './button.tsx'
import { Confirm } from './confirm.tsx'
import { EmptyState } from './empty-state.tsx'
import { Panel } from './panel.tsx'
import { Row, RowList } from './row-list.tsx'
import { Time } from './time.tsx'

export type VariableRow = {
  id: string
  key: string
  /** The beginning of it; null for a secret. */
  value: string | null
  isProtectedOnly: boolean
  updatedAt: string
  /** Where it comes from and whether it counts; null for one that can be changed here. */
  lent: { from: string; href: string; isOverridden: boolean } | null
}

type VariableListProps = { variables: readonly VariableRow[]; base: string }

export function VariableList({ variables, base }: VariableListProps) {
  return (
    <Panel flush>
      {variables.length === 0 ? (
        <EmptyState icon="key-asterisk" title="No variables yet">
          <p>Jobs get variables in their environment: a deploy token, the address of a server, a switch.</p>
        </EmptyState>
      ) : (
        <RowList label="Variables">
          {variables.map((one) => (
            <Row
              key={one.id}
              icon={one.value === null ? 'lock' : 'key-asterisk'}
              title={
                <>
                  <code class="break variable-key">{one.key}</code>{' '}
                  {one.isProtectedOnly && <Badge icon="shield">Protected only</Badge>}{' '}
                  {one.lent !== null && <Lent {...one.lent} />}
                </>
              }
              meta={
                <>
                  {one.value === null ? (
                    <span>Secret</span>
                  ) : (
                    <span>{one.value === '' ? 'Empty' : <code class="break">{one.value}</code>}</span>
                  )}
                  <span>
                    Changed <Time at={one.updatedAt} />
                  </span>
                </>
              }
              actions={one.lent === null && <Actions variable={one} base={base} />}
            />
          ))}
        </RowList>
      )}
    </Panel>
  )
}

function Lent({ from, href, isOverridden }: NonNullable<VariableRow['lent']>) {
  return (
    <>
      <Badge icon="people">
        From <a href={href}>{from}</a>
      </Badge>{' '}
      {isOverridden && <Badge icon="circle-slash">Overridden here</Badge>}
    </>
  )
}

function Actions({ variable, base }: { variable: VariableRow; base: string }) {
  const at = `${base}/${variable.id}`
  return (
    <>
      <LinkButton size="small" href={`${at}/edit`} label={`Edit ${variable.key}`}>
        Edit
      </LinkButton>
      <Confirm
        id={`delete-${variable.id}`}
        trigger="Delete"
        triggerLabel={`Delete ${variable.key}`}
        title={`Delete ${variable.key}?`}
        action={`${at}/delete`}
        confirm="Delete variable"
      >
        <p>
          {variable.value === null ? 'The secret is lost.' : 'Its value is lost.'} Jobs that start later will not have
          it.
        </p>
      </Confirm>
    </>
  )
}
