import { Button, LinkButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Panel } from '../components/panel.tsx'
import type { Chrome } from '../layout/chrome.ts'

/** Null: not a step here. */
export type FirstStepsDone = {
  repository: boolean
  verifyEmail: boolean
  sshKey: boolean | null
  token: boolean
  twoFactor: boolean
}

const allSteps = [
  {
    key: 'repository',
    title: 'Create a repository',
    text: 'For what you work on. Its page shows how to push.',
    href: '/new',
    action: 'New repository',
  },
  {
    key: 'verifyEmail',
    title: 'Confirm your e-mail',
    text: 'It verifies your signed commits, and lets you reset a lost password.',
    href: '/settings/profile',
    action: 'Open profile',
  },
  {
    key: 'sshKey',
    title: 'Add an SSH key',
    text: 'Push and pull without typing a password.',
    href: '/settings/ssh-keys',
    action: 'Add key',
  },
  {
    key: 'twoFactor',
    title: 'Turn on two-factor sign-in',
    text: 'It protects your account if your password is stolen.',
    href: '/settings/security',
    action: 'Set up',
  },
  {
    key: 'token',
    title: 'Create a token',
    text: 'For scripts, the API, and git over HTTP.',
    href: '/settings/tokens',
    action: 'Create token',
  },
] as const satisfies readonly { key: keyof FirstStepsDone; [word: string]: string }[]

/** Only the first open step is the thing to do next; only it wears the accent. */
export function FirstSteps({ chrome, done }: { chrome: Chrome; done: FirstStepsDone }) {
  const steps = allSteps.filter((step) => done[step.key] !== null)
  const next = steps.find((step) => !done[step.key])?.key
  const count = steps.filter((step) => done[step.key]).length
  return (
    <Panel
      title="First steps"
      note={`${count} of ${steps.length} done`}
      actions={
        <form method="post" action="/dashboard/first-steps/hide">
          <Button size="small" tone="ghost" label="Dismiss first steps">
            Dismiss
          </Button>
        </form>
      }
      flush
    >
      <ol class="rows first-steps" role="list">
        {steps.map((step) => (
          <li key={step.key} class={done[step.key] ? 'row step-done' : 'row'}>
            <Icon
              name={done[step.key] ? 'check-circle-fill' : 'circle'}
              label={done[step.key] ? 'Done' : 'To do'}
              class="row-icon"
            />
            <div class="row-main">
              <div class="row-title">
                <strong>{step.title}</strong>
              </div>
              <div class="row-meta">
                {step.key === 'verifyEmail' && !done.verifyEmail ? `${whereLinkIs(chrome)} ${step.text}` : step.text}
              </div>
            </div>
            {!done[step.key] && (
              <div class="row-actions">
                <LinkButton
                  href={isLinkHere(chrome, step.key) ? '/admin/mail' : step.href}
                  tone={step.key === next ? 'primary' : 'default'}
                  size="small"
                >
                  {isLinkHere(chrome, step.key) ? 'Open mail' : step.action}
                </LinkButton>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Where no mail is sent, whoever administers the service finds the link among those that were not. */
function isLinkHere({ sendsMail, viewer }: Chrome, step: keyof FirstStepsDone): boolean {
  return step === 'verifyEmail' && !sendsMail && viewer?.isAdmin === true
}

function whereLinkIs(chrome: Chrome): string {
  if (chrome.sendsMail) return 'The link is in the mail that we sent you.'
  return isLinkHere(chrome, 'verifyEmail')
    ? 'No mail server is configured: the link is under Administration, Mail.'
    : 'This service sends no mail: an administrator can give you the link.'
}
