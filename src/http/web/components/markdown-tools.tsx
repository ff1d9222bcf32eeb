import { Icon, type IconName } from './icon.tsx'

/** What each does to the text is in assets/behaviours/markdown-tools.ts. */
const tools = [
  { act: 'heading', icon: 'heading', label: 'Heading' },
  { act: 'bold', icon: 'bold', label: 'Bold', keys: 'Control+B' },
  { act: 'italic', icon: 'italic', label: 'Italic', keys: 'Control+I' },
  { act: 'quote', icon: 'quote', label: 'Quote' },
  { act: 'code', icon: 'code', label: 'Code', keys: 'Control+E' },
  { act: 'link', icon: 'link', label: 'Link', keys: 'Control+K' },
  { act: 'bullets', icon: 'list-unordered', label: 'List' },
  { act: 'numbers', icon: 'list-ordered', label: 'Numbered list' },
  { act: 'tasks', icon: 'tasklist', label: 'Task list' },
  { act: 'attach', icon: 'paperclip', label: 'Attach files' },
] as const satisfies readonly { act: string; icon: IconName; label: string; keys?: string }[]

/** For those who do not know Markdown by heart. Hidden where no script can serve it. */
export function MarkdownTools({ field }: { field: string }) {
  return (
    <div class="md-tools" role="toolbar" aria-label="Formatting" aria-controls={field} data-md-tools hidden>
      {tools.map((tool, index) => (
        <button
          key={tool.act}
          type="button"
          class="icon-link"
          data-md-act={tool.act}
          aria-label={tool.label}
          aria-keyshortcuts={'keys' in tool ? tool.keys : undefined}
          title={'keys' in tool ? `${tool.label} (${tool.keys.replace('Control', 'Ctrl')})` : tool.label}
          // One stop on the way by Tab; arrows go on from there.
          tabIndex={index === 0 ? 0 : -1}
        >
          <Icon name={tool.icon} />
        </button>
      ))}
    </div>
  )
}
