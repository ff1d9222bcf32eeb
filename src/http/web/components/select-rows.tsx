import { type PageInfo, pageHref } from './pagination.tsx'

type SelectAllProps = {
  info: PageInfo
  /** Its words are only read out: at the head of the column of boxes. */
  isBare?: boolean | undefined
}

/** Ticks every row of the page. Without script it is a link to the page with all of them ticked. */
export function SelectAll({ info, isBare = false }: SelectAllProps) {
  return (
    <div class="select-all">
      {/* Enter in a box presses the first button of its form: this one asks for nothing. */}
      <button type="submit" hidden data-nothing />
      <label hidden>
        <input type="checkbox" autocomplete="off" data-select-all />
        <span class={isBare ? 'sr-only' : undefined}>Select all on this page</span>
      </label>
      <noscript>
        <a href={pageHref({ ...info, query: { ...info.query, select: 'all' } }, info.page)}>Select all on this page</a>
      </noscript>
    </div>
  )
}

/** Filled in by the script. */
export function SelectedCount() {
  return <span class="select-count" role="status" data-selected-count />
}

type SelectRowProps = {
  name: string
  value: number
  label: string
  checked: boolean
  /** The id of the form, where the row stands outside of it. */
  form?: string | undefined
}

export function SelectRow({ label, ...props }: SelectRowProps) {
  return <input {...props} type="checkbox" class="select-row" data-select data-key="x" aria-label={`Select ${label}`} />
}
