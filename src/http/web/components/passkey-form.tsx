import type { ComponentChildren } from 'preact'

type PasskeyFormProps = {
  action: string
  /** Whether the authenticator makes a passkey, or uses one. */
  asks: 'create' | 'get'
  /** What it is asked, or the address that tells. */
  options: object | string
  /** The address that passkeys are for, said where the browser is at another one. */
  home: string
  /** Offered among what the browser fills in, too. */
  isFilledIn?: boolean | undefined
  children: ComponentChildren
}

/**
 * Nothing without a script and a way to an authenticator: not shown then. What the authenticator answers is sent as a
 * field, so what comes of it is a page like that of any other form.
 */
export function PasskeyForm({ action, asks, options, home, isFilledIn = false, children }: PasskeyFormProps) {
  return (
    <form
      method="post"
      action={action}
      class="form"
      data-passkey={asks}
      data-passkeys-only
      data-options={typeof options === 'string' ? undefined : JSON.stringify(options)}
      data-options-at={typeof options === 'string' ? options : undefined}
      data-home={home}
      data-filled-in={isFilledIn ? '' : undefined}
    >
      <input type="hidden" name="credential" value="" autocomplete="off" />
      {children}
      <p class="passkey-problem" role="alert" />
    </form>
  )
}

/** In its place, where the browser has none. */
export function PasskeyFallback() {
  return (
    <p class="muted" data-passkeys-none>
      Passkeys need JavaScript, and a browser that knows them.
    </p>
  )
}
