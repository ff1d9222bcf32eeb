import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/choice-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Section } from '../components/panel.tsx'
import { TextField } from '../components/text-field.tsx'

export type CreateUserValues = { username: string; email: string; is_admin: boolean }

type CreateUserProps = { sendsMail: boolean; values: CreateUserValues; errors: FormErrors }

export function CreateUserForm({ sendsMail, values, errors }: CreateUserProps) {
  return (
    <Section
      title="Create a user"
      id="create-user"
      note={
        sendsMail
          ? 'Without a password, the person gets an e-mail with a link to choose one.'
          : 'Without a password, a link to choose one is created. No mail server is configured: you will find it under Mail, to pass on.'
      }
    >
      <form method="post" action="/admin/users" class="form">
        <FormErrorSummary errors={errors} fields={{ username: 'Username', email: 'E-mail', password: 'Password' }} />
        <TextField
          name="username"
          label="Username"
          value={values.username}
          error={errors['username']}
          autocomplete="off"
          maxlength={100}
          required
          mono
        />
        <TextField
          name="email"
          type="email"
          label="E-mail"
          value={values.email}
          error={errors['email']}
          autocomplete="off"
          required
        />
        <TextField
          name="password"
          type="password"
          label="Password"
          error={errors['password']}
          autocomplete="new-password"
          minlength={10}
          optional
        />
        <Checkbox
          name="is_admin"
          label="Administrator"
          hint="Manages people and jobs, and reads the audit log."
          checked={values.is_admin}
        />
        <div class="form-actions">
          <Button tone="primary">Create user</Button>
        </div>
      </form>
    </Section>
  )
}
