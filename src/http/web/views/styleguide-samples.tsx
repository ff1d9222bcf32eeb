import type { ColouredHunk } from '../../../features/diffs/colour-diff.ts'
import { Badge } from '../components/badge.tsx'
import { Button, LinkButton } from '../components/button.tsx'
import { Checkbox, FieldGroup, SelectField } from '../components/choice-field.tsx'
import { DiffLines, notWider } from '../components/diff-lines.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Icon } from '../components/icon.tsx'
import { iconNames } from '../components/icon-sprite.ts'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { SourceLines } from '../components/source-lines.tsx'
import { type Status, StatusLabel, statuses } from '../components/status-label.tsx'
import { TextAreaField, TextField } from '../components/text-field.tsx'

/** `id` keeps the names of fields apart where everything stands on the page twice. */
type SampleProps = { id: string }

export function ButtonSamples() {
  return (
    <Panel title="Buttons" level={3}>
      <div class="guide-row">
        <Button type="button" tone="primary" icon="plus">
          The one thing to do next
        </Button>
        <Button type="button">Default</Button>
        <Button type="button" tone="ghost">
          Ghost
        </Button>
        <Button type="button" tone="danger" icon="trash">
          Delete
        </Button>
        <Button type="button" disabled>
          Disabled
        </Button>
        <Button type="button" size="small">
          Small
        </Button>
        <LinkButton href="#top" icon="arrow-left">
          A link
        </LinkButton>
      </div>
    </Panel>
  )
}

export function FormSamples({ id }: SampleProps) {
  return (
    <Panel title="Forms" level={3}>
      <form class="form" method="get" action="/-/styleguide">
        <TextField name={`${id}-name`} label="Name" value="anvil" hint="Letters, digits and dashes." />
        <TextField name={`${id}-bad`} label="Address" value="nowhere" error="must be an address" />
        <TextAreaField name={`${id}-text`} label="Text" value="Several lines." rows={3} optional />
        <SelectField name={`${id}-choice`} label="Choice" choices={[{ value: 'a', label: 'The first' }]} />
        <FieldGroup legend="Some of these" id={`${id}-group`}>
          <Checkbox name={`${id}-tick`} label="Ticked" checked hint="With a word more." />
        </FieldGroup>
      </form>
    </Panel>
  )
}

export function StatusSamples() {
  return (
    <Panel title="Status" level={3}>
      <div class="guide-row">
        {statuses.map((status: Status) => (
          <StatusLabel key={status} status={status} />
        ))}
        <Badge>Neutral</Badge>
        <Badge tone="warning" icon="archive">
          Archived
        </Badge>
      </div>
      <div class="guide-stack">
        {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
          <Notice key={tone} tone={tone}>
            What happened, what was kept, what to do.
          </Notice>
        ))}
      </div>
    </Panel>
  )
}

const hunk: ColouredHunk = {
  oldStart: 1,
  newStart: 1,
  heading: 'strike()',
  lines: [
    { kind: 'context', old: 1, new: 1, text: 'export function strike() {' },
    { kind: 'remove', old: 2, text: '  return heat(1100)' },
    { kind: 'add', new: 2, text: '  return heat(1200)' },
    { kind: 'context', old: 3, new: 3, text: '}' },
  ],
}

export function CodeSamples({ id }: SampleProps) {
  const file = { number: id === 'light' ? 1 : 2, path: 'src/strike.ts', wider: notWider }
  return (
    <>
      <Panel title="Code" level={3} flush>
        <SourceLines lines={[{ text: 'const iron = "hot"' }, { text: '// Strike now.' }]} firstLine={9_000_001} />
      </Panel>
      {(['unified', 'split'] as const).map((style) => (
        <Panel key={style} title={`Diff, ${style}`} level={3} flush>
          <DiffLines file={file} hunks={[hunk]} style={style} />
        </Panel>
      ))}
    </>
  )
}

export function OtherSamples() {
  return (
    <>
      <Panel title="Icons" level={3}>
        <ul class="guide-icons" role="list">
          {iconNames.map((name, at) => (
            <li key={at}>
              <Icon name={name} /> <code>{name}</code>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Rows" level={3} flush>
        <RowList label="Rows">
          <Row
            icon="repo"
            title={
              <a class="row-link" href="#top">
                Two lines
              </a>
            }
            meta={<span>what is known about it</span>}
          />
        </RowList>
      </Panel>
      <Panel title="Empty states" level={3}>
        <EmptyState icon="inbox" title="Nothing here yet">
          <p>They teach: what would stand here, and how it comes here.</p>
        </EmptyState>
      </Panel>
    </>
  )
}
