import type { Answers, Question } from '../../../features/issues/issue-form.ts'
import { Checkbox, FieldGroup, SelectField } from './choice-field.tsx'
import type { FormErrors } from './form-errors.tsx'
import { type EditorPlace, MarkdownEditor } from './markdown-editor.tsx'
import { type ShownText, TextBody } from './shown-text.tsx'
import { TextAreaField, TextField } from './text-field.tsx'

export type ShownQuestion = Question & { name: string }

/** A form that the repository asks to be filled in, and how far it is. */
export type ShownForm = {
  /** Where it is written down. */
  file: string
  parts: readonly (ShownQuestion | { kind: 'note'; name: string; shown: ShownText })[]
  answers: Answers
  /** What the issue will look like, where somebody asked. */
  preview?: ShownText | undefined
}

type IssueQuestionsProps = { form: ShownForm; errors: FormErrors; place: EditorPlace }

/** For the head of a form that came back. */
export function questionFields({
  file,
  parts,
}: ShownForm): Readonly<Record<string, string | { label: string; id: string }>> {
  const questions = parts.flatMap((part) => (part.kind === 'note' ? [] : [part]))
  return Object.fromEntries(
    questions.map((question) => [question.name, { label: question.label, id: idOf(file, question) }]),
  )
}

/** Named by the form, too: what was begun in one does not show up in another. */
function idOf(file: string, { name }: ShownQuestion): string {
  return `${name}-${file.replaceAll(/[^\w-]+/g, '-')}`
}

export function IssueQuestions({ form, errors, place }: IssueQuestionsProps) {
  return (
    <>
      <input type="hidden" name="template" value={form.file} />
      {form.parts.map((part) =>
        part.kind === 'note' ? (
          <TextBody key={part.name} text={part.shown} empty="" />
        ) : (
          <QuestionField
            key={part.name}
            id={idOf(form.file, part)}
            question={part}
            given={form.answers[part.name] ?? []}
            error={errors[part.name]}
            place={place}
          />
        ),
      )}
      {form.preview && (
        <div class="md-preview">
          <TextBody text={form.preview} empty="Nothing to show yet." />
        </div>
      )}
    </>
  )
}

type QuestionFieldProps = {
  id: string
  question: ShownQuestion
  given: readonly string[]
  error: string | undefined
  place: EditorPlace
}

function QuestionField({ id, question, given, error, place }: QuestionFieldProps) {
  const { name, label, placeholder, isRequired, options } = question
  const hint = question.hint === '' ? undefined : question.hint
  const [value = ''] = given
  const shared = { id, name, label, hint, error }
  switch (question.kind) {
    case 'line':
      return (
        <TextField
          {...shared}
          value={value}
          placeholder={placeholder}
          required={isRequired}
          optional={!isRequired}
          maxlength={1000}
          autocomplete="off"
        />
      )
    case 'text':
      return question.language === '' ? (
        <MarkdownEditor
          {...shared}
          value={value}
          placeholder={placeholder}
          required={isRequired}
          rows={5}
          place={place}
        />
      ) : (
        <TextAreaField
          {...shared}
          value={value}
          placeholder={placeholder}
          required={isRequired}
          optional={!isRequired}
          rows={5}
          mono
        />
      )
    case 'choice':
    case 'boxes':
      return question.isMultiple ? (
        <FieldGroup id={id} legend={label} hint={hint} error={error}>
          {options.map((option, at) => (
            <Checkbox
              key={option.label}
              id={`${id}-${at}`}
              name={name}
              value={String(at)}
              checked={given.includes(String(at))}
              label={option.label}
              hint={option.isRequired ? 'Required' : undefined}
            />
          ))}
        </FieldGroup>
      ) : (
        <SelectField
          {...shared}
          optional={!isRequired}
          value={value}
          choices={[
            { value: '', label: 'Choose…' },
            ...options.map((option, at) => ({ value: String(at), label: option.label })),
          ]}
        />
      )
  }
}
