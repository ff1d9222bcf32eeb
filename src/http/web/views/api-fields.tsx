import type { ApiParameter } from '../../api/explorer/explorer-model.ts'
import type { ApiField } from '../../api/explorer/fields.ts'
import { CodeText } from '../components/code-text.tsx'

type FieldTableProps = { caption: string; fields: readonly ApiField[]; of: 'request' | 'answer' }

/** Name and whether it must be there, then what it is: two columns, so that it fits a phone as it is. */
export function FieldTable({ caption, fields, of }: FieldTableProps) {
  return (
    <table class="api-fields">
      <caption class="sr-only">{caption}</caption>
      <TableHead />
      <tbody>
        {fields.map((field) => (
          <tr key={field.within + field.name}>
            <NameCell field={field} notes={presence(field, of)} />
            <MeaningCell field={field} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The script reads the rows too: they say which fields its form needs. */
export function ParameterTable({ caption, parameters }: { caption: string; parameters: readonly ApiParameter[] }) {
  return (
    <table class="api-fields">
      <caption class="sr-only">{caption}</caption>
      <TableHead />
      <tbody>
        {parameters.map((parameter) => (
          <tr
            key={parameter.place + parameter.name}
            data-parameter={parameter.name}
            data-place={parameter.place}
            data-required={parameter.required ? '' : undefined}
            data-choices={parameter.choices.length === 0 ? undefined : parameter.choices.join(' ')}
          >
            <NameCell field={parameter} notes={[`in the ${parameter.place}`, ...presence(parameter, 'request')]} />
            <MeaningCell field={parameter} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TableHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type and meaning</th>
      </tr>
    </thead>
  )
}

/** Of what one sends, most may be left out; of what comes back, most is always there. The other case is worth a word. */
function presence(field: ApiField, of: FieldTableProps['of']): readonly string[] {
  if (of === 'request') return field.required ? ['required'] : []
  return field.required ? [] : ['not always present']
}

function NameCell({ field, notes }: { field: ApiField; notes: readonly string[] }) {
  return (
    <th scope="row">
      <code>
        {field.within !== '' && <span class="muted">{field.within}</span>}
        {field.name}
      </code>
      {notes.length > 0 && <small>{notes.join(', ')}</small>}
    </th>
  )
}

function MeaningCell({ field }: { field: ApiField }) {
  return (
    <td>
      <span class="api-type">{field.type}</span>
      {field.limits.length > 0 && <small>{field.limits.join('; ')}</small>}
      {field.description !== null && (
        <p>
          <CodeText text={field.description} />
        </p>
      )}
    </td>
  )
}
