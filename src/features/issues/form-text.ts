import { at, listAt, mostParts, oneLine, textAt } from './form-parts.ts'

/**
 * A form of another forge (`body` in `ISSUE_TEMPLATE/bug.yml`) as the text that it would make, to be filled in: a heading
 * for each question, and what is said about it where the reader of the issue does not see it. Null where it is no form.
 */
export function formText(parts: unknown): string | null {
  if (!Array.isArray(parts)) return null
  const sections = parts.slice(0, mostParts).flatMap(sectionOf)
  return sections.length === 0 ? null : `${sections.join('\n\n')}\n`
}

function sectionOf(part: unknown): readonly string[] {
  const type = textAt(part, 'type')
  const attributes = at(part, 'attributes')
  // It speaks to whoever fills the form in, and is no part of the issue there either.
  if (type === 'markdown') return remark(textAt(attributes, 'value'))
  const label = oneLine(textAt(attributes, 'label'))
  if (label === '') return []
  const options = listAt(attributes, 'options').flatMap(optionOf)
  const isRequired = textAt(at(part, 'validations'), 'required') === 'true'
  const hints = [
    textAt(attributes, 'description'),
    type === 'dropdown' && options.length > 0 ? `One of: ${options.join(', ')}` : '',
    isRequired ? 'Required' : '',
  ].filter((hint) => hint.trim() !== '')
  const boxes = type === 'checkboxes' ? options.map((option) => `- [ ] ${option}`).join('\n') : ''
  return [
    `### ${label}`,
    ...hints.flatMap(remark),
    ...[boxes, textAt(attributes, 'value').trim()].filter((text) => text !== ''),
  ]
}

/** Options of a list are words, those of boxes have a label. */
function optionOf(option: unknown): readonly string[] {
  const said = typeof option === 'string' ? option : textAt(option, 'label')
  return said.trim() === '' ? [] : [oneLine(said)]
}

function remark(text: string): readonly string[] {
  const said = text.trim().replaceAll('-->', '--›')
  return said === '' ? [] : [`<!-- ${said} -->`]
}
