import type { ApiOperation } from '../../api/explorer/explorer-model.ts'
import type { ApiResponse } from '../../api/explorer/responses.ts'
import { CodeBlock } from '../components/code-block.tsx'
import { CodeText } from '../components/code-text.tsx'
import { FieldTable, ParameterTable } from './api-fields.tsx'

/**
 * One line that opens. The anchor is inside: a browser opens what holds the target of a link, and leaves shut what only
 * bears its name. There are hundreds of these on the page, so nothing here brings a picture or a form along.
 */
export function OperationEntry({ operation }: { operation: ApiOperation }) {
  return (
    <details class="operation" data-method={operation.method} data-path={operation.path}>
      <summary>
        <h3>
          <span class={`method method-${operation.method.toLowerCase()}`}>{operation.method}</span>
          <code class="operation-path">{breakable(operation.path)}</code>
          <span class="operation-summary">
            <CodeText text={operation.summary} />
          </span>
        </h3>
      </summary>
      <div class="operation-body" id={operation.id}>
        <Access operation={operation} />
        {operation.parameters.length > 0 && (
          <section>
            <h4>Parameters</h4>
            <ParameterTable caption={`Parameters of ${operation.id}`} parameters={operation.parameters} />
          </section>
        )}
        <Body operation={operation} />
        <section>
          <h4>Answers</h4>
          <dl class="api-answers">
            {operation.responses.map((response) => (
              <Answer key={response.status} operation={operation} response={response} />
            ))}
          </dl>
        </section>
        <section>
          <h4>With curl</h4>
          <CodeBlock code={operation.curl} label={`curl command for ${operation.id}`} copy={false} />
        </section>
      </div>
    </details>
  )
}

function Access({ operation }: { operation: ApiOperation }) {
  return (
    <p class="operation-access">
      <span>
        <CodeText text={operation.access} />
      </span>
      <a href={`#${operation.id}`}>
        #<code>{operation.id}</code>
      </a>
    </p>
  )
}

function Body({ operation: { id, body } }: { operation: ApiOperation }) {
  if (body === null) return null
  return (
    <section>
      <h4>Body</h4>
      {body.note !== null && (
        <p class="api-note">
          <CodeText text={body.note} />
        </p>
      )}
      <div class="api-body">
        <FieldTable caption={`Body of ${id}`} fields={body.fields} of="request" />
        <div data-example>
          <CodeBlock code={body.example} label={`example body for ${id}`} copy={false} />
        </div>
      </div>
    </section>
  )
}

function Answer({ operation, response }: { operation: ApiOperation; response: ApiResponse }) {
  const failed = Number(response.status) >= 400
  return (
    <div>
      <dt>
        <span class={failed ? 'badge badge-closed' : 'badge badge-open'}>{response.status}</span>
      </dt>
      <dd>
        <p>
          {response.description}
          {!failed && <Shape response={response} />}
        </p>
        {response.fields.length > 0 && (
          <FieldTable caption={`Answer ${response.status} of ${operation.id}`} fields={response.fields} of="answer" />
        )}
      </dd>
    </div>
  )
}

function Shape({ response }: { response: ApiResponse }) {
  return (
    <span class="muted">
      {response.shape === null ? ', no body' : `: ${response.shape}`}
      {response.headers.length > 0 && `; headers ${response.headers.join(', ')}`}
    </span>
  )
}

/** A long path may break behind a slash. */
function breakable(path: string) {
  return path.split(/(?<=\/)/).map((part, index) => [index > 0 && <wbr key={index} />, part])
}
