// Does, as a new person, all that involves a secret, slips included, and returns the secrets.
import { Secret, TOTP } from 'otpauth'
import { cookieOf, emailOf, newToken } from '../support/people.ts'
import { eventually } from '../support/stithy.ts'
import { mailsIn, type Serving } from './stithy-process.ts'

export async function secretsOfALife(serving: Serving, username: string): Promise<readonly string[]> {
  const client = serving.client()
  const email = emailOf(username)
  const first = `first phrase of ${username} 1`
  const second = `second phrase of ${username} 2`
  await client.post('auth/register', { username, email, password: first })

  const login = await client.post('auth/login', { username, password: first })
  const { access_token: access, refresh_token: refresh } = login.body
  const cookie = cookieOf(login.headers).replace('svc_session=', '')
  await client.get('/', { cookie: cookieOf(login.headers) })
  await client.post('auth/login', { username: first, password: username })
  await client.post('auth/login', undefined, { raw: `{"password":"${first}`, headers: { 'content-type': 'text/json' } })

  const token = await newToken(client.as(access), ['repo:read'])
  await client.as(token).get(`user?access_token=${token}`)
  await client.get(`user/${token}`)
  await client.get('user', { headers: { authorization: `Basic ${btoa(`${username}:${token}`)}` } })

  const verify = await mailedToken(serving, email, 'verify-email')
  await client.get(`/verify-email/${verify}`)
  await client.get(`/verify-email/${verify}/`)
  await client.post(`auth/verify-email/${verify}`)
  await client.get(`auth/verify-email/${verify}`)

  await client.post('auth/forgot-password', { email })
  const reset = await mailedToken(serving, email, 'reset-password')
  await client.get(`/reset-password/${reset}`)
  await client.get(`/reset-password/%22${reset}%22?utm_source=${reset}`)
  const changed = await client.post('auth/reset-password', { token: reset, password: second })
  if (changed.status !== 204) throw new Error(`reset: ${changed.status} ${changed.text}`)

  const again = (await client.post('auth/login', { username, password: second })).body
  const renewed = (await client.post('auth/refresh', { refresh_token: again.refresh_token })).body
  const session = client.as(renewed.access_token)
  const { secret } = (await session.post('auth/2fa/setup')).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const codes: readonly string[] = (await session.post('auth/2fa/enable', { code })).body.recovery_codes
  const { challenge_token: challenge } = (await client.post('auth/login', { username, password: second })).body
  const verified = await client.post('auth/2fa/verify', { challenge_token: challenge, code: codes[0] })
  if (verified.status !== 200) throw new Error(`2fa: ${verified.status} ${verified.text}`)
  // A refresh token that was used: the session is revoked, with a warning.
  await client.post('auth/refresh', { refresh_token: again.refresh_token })

  const tokens = [again, renewed, verified.body].flatMap((one) => [one.access_token, one.refresh_token])
  return [first, second, access, refresh, cookie, token, verify, reset, secret, challenge, ...codes, ...tokens].map(
    (one) => {
      if (typeof one !== 'string' || one.length < 10) throw new Error(`Not a secret: ${String(one)}`)
      return one
    },
  )
}

function mailedToken(serving: Serving, to: string, path: string): Promise<string> {
  return eventually(async () => {
    const mail = (await mailsIn(serving.place)).find((one) => one.to === to && one.text.includes(`/${path}/`))
    const token = new RegExp(`/${path}/(\\w{43})`).exec(mail?.text ?? '')?.[1]
    if (token === undefined) throw new Error(`No ${path} mail to ${to}`)
    return token
  })
}
