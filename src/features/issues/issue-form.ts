import { type FaultDetail, invalid } from '../../core/errors.ts'
import { at, listAt, mostParts, oneLine, textAt } from './form-parts.ts'

/** What is asked, as other forges write it down (`body` in `ISSUE_TEMPLATE/bug.yml`). */
export type FormPart = Note | Question

/** Speaks to whoever fills the form in, and is no part of the issue. */
export interface Note {
  readonly kind: 'note'
  readonly text: string
}

export interface Question {
  readonly kind: 'line' | 'text' | 'choice' | 'boxes'
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  /** What stands there already. */
  readonly value: string
  readonly isRequired: boolean
  /** Of a text that is code: the language, `''` where it is none. */
  readonly language: string
  /** Of a choice, and of boxes. */
  readonly options: readonly { readonly label: string; readonly isRequired: boolean }[]
  /** More than one of them. */
  readonly isMultiple: boolean
}

const kinds: Readonly<Record<string, Question['kind']>> = {
  input: 'line',
  textarea: 'text',
  dropdown: 'choice',
  checkboxes: 'boxes',
}

/** Null where nothing is asked: then it is no form. */
export function parseFormParts(parts: unknown): readonly FormPart[] | null {
  if (!Array.isArray(parts)) return null
  const known = parts.slice(0, mostParts).flatMap(partOf)
  return known.some(({ kind }) => kind !== 'note') ? known : null
}

function partOf(part: unknown): readonly FormPart[] {
  const attributes = at(part, 'attributes')
  const type = textAt(part, 'type')
  if (type === 'markdown') {
    const text = textAt(attributes, 'value').trim()
    return text === '' ? [] : [{ kind: 'note', text }]
  }
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
  const label = oneLine(textAt(attributes, 'label'))
  if (kind === undefined || label === '') return []
  const options = listAt(attributes, 'options').flatMap(optionOf)
  const isChosen = kind === 'choice' || kind === 'boxes'
  if (isChosen && options.length === 0) return []
  const question = {
    kind,
    label,
    hint: textAt(attributes, 'description').trim(),
    placeholder: oneLine(textAt(attributes, 'placeholder')),
    value: isChosen ? '' : textAt(attributes, 'value'),
    isRequired: isTrue(at(part, 'validations'), 'required'),
    language: /^[\w+-]{1,40}$/.exec(textAt(attributes, 'render'))?.[0] ?? '',
    options,
    isMultiple: kind === 'boxes' || isTrue(attributes, 'multiple'),
  }
  return [question]
}

/** Options of a list are words, those of boxes have a label. */
function optionOf(option: unknown): Question['options'] {
  const label = oneLine(typeof option === 'string' ? option : textAt(option, 'label'))
  return label === '' ? [] : [{ label, isRequired: isTrue(option, 'required') }]
}

/** The name of the field of a question, by its place among all parts. */
export function answerField(index: number): string {
  return `answer-${index}`
}

/** By the field: what was typed, or the numbers of what was chosen. */
export type Answers = Readonly<Record<string, readonly string[]>>

/** The text of the issue: a heading for each question, and what was answered. */
export function answersText(parts: readonly FormPart[], answers: Answers): string {
  const sections = parts.flatMap((part, index) =>
    part.kind === 'note' ? [] : [`### ${part.label}\n\n${answerText(part, answers[answerField(index)] ?? [])}`],
  )
  return `${sections.join('\n\n')}\n`
}

/** What is missing is told all at once. */
export function requireAnswers(parts: readonly FormPart[], answers: Answers): void {
  const missing = parts.flatMap((part, index): readonly FaultDetail[] => {
    const field = answerField(index)
    const why = part.kind === 'note' ? null : whyMissing(part, answers[field] ?? [])
    return why === null ? [] : [{ field, code: 'required', message: why }]
  })
  if (missing.length > 0) throw invalid(missing)
}

function whyMissing({ kind, isRequired, options }: Question, given: readonly string[]): string | null {
  const needed = options.filter((option, index) => option.isRequired && !given.includes(String(index)))
  if (kind === 'boxes' && needed[0] !== undefined) return `Tick “${needed[0].label}”`
  const isEmpty = given.every((answer) => answer.trim() === '')
  if (!isRequired || !isEmpty) return null
  return kind === 'choice' || kind === 'boxes' ? 'Choose one of them' : 'must not be empty'
}

function answerText({ kind, options, language }: Question, given: readonly string[]): string {
  if (kind === 'boxes') {
    return options.map(({ label }, index) => `- [${given.includes(String(index)) ? 'x' : ' '}] ${label}`).join('\n')
  }
  const typed = (given[0] ?? '').replaceAll('\r\n', '\n').trim()
  const answer =
    kind === 'choice'
      ? options.flatMap(({ label }, index) => (given.includes(String(index)) ? label : [])).join(', ')
      : typed
  if (answer === '') return '_No answer_'
  return kind === 'text' && language !== '' ? fenced(answer, language) : answer
}

/** By more signs than stand anywhere in it. */
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([signs]) => signs.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}

/** All of a form is read as text. */
function isTrue(value: unknown, name: string): boolean {
  return textAt(value, name) === 'true'
}
