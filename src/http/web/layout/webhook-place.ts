import type { ComponentChildren, VNode } from 'preact'

type FrameProps = {
  title: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

/** Where webhooks are looked after: the address of their list, and the frame of the pages there. */
export type WebhookPlace = {
  base: string
  /** Whose events they hear of, in a sentence. */
  hears: string
  Frame: (props: FrameProps) => VNode
}
