/** Files that are pasted or dropped into a text are sent, and what stands for them is put where they were meant. */
export function uploadPasted(editor: HTMLElement, field: HTMLTextAreaElement): void {
  const at = editor.dataset['uploadAt']
  if (at === undefined) return
  editor.querySelector('[data-md-files]')?.removeAttribute('hidden')
  field.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    for (const file of files) void send(at, field, file)
  })
  field.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    editor.dataset['dropping'] = ''
  })
  const settle = (): void => void delete editor.dataset['dropping']
  field.addEventListener('dragleave', settle)
  field.addEventListener('drop', (event) => {
    settle()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    for (const file of files) void send(at, field, file)
  })
}

async function send(at: string, field: HTMLTextAreaElement, file: File): Promise<void> {
  const name = file.name === '' ? 'file' : file.name
  const mark = `[Sending ${name.replaceAll(/[[\]]/g, ' ')}…]`
  field.setRangeText(mark, field.selectionStart, field.selectionEnd, 'end')
  const answer = await fetch(`${at}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': file.type === '' ? 'application/octet-stream' : file.type, 'x-api-form': 'B' },
  }).catch(() => null)
  const told: unknown = await answer?.json().catch(() => null)
  const text = textIn(told, 'markdown') ?? `[${name} was not sent: ${textIn(told, 'message') ?? 'there was no answer'}]`
  const from = field.value.indexOf(mark)
  if (from === -1) field.setRangeText(text, field.value.length, field.value.length, 'end')
  else field.setRangeText(text, from, from + mark.length, 'preserve')
}

function textIn(told: unknown, name: string): string | null {
  const value: unknown = typeof told === 'object' && told !== null ? Reflect.get(told, name) : null
  return typeof value === 'string' ? value : null
}
