// Addresses, keys, tokens and mails.
import { BlockList, isIP } from 'node:net'
import { bareAddress, contains, networkOf, parseCidr } from '../../../src/core/address.ts'
import { isPublicAddress } from '../../../src/core/public-address.ts'
import { parseKeptMail } from '../../../src/features/mail/parse-kept-mail.ts'
import { SessionTokens } from '../../../src/features/sessions/session-tokens.ts'
import { parsePublicKey } from '../../../src/features/ssh-keys/parse-public-key.ts'
import { whyForbidden } from '../../../src/features/webhooks/reach.ts'
import { parseCommand } from '../../../src/ssh/parse-command.ts'
import { accepted, assert, ofText, type Target } from '../target.ts'

/** What nobody outside can be reached by, as the runtime's own list compares it. */
const inside = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['0.0.0.0', 8],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

function checkAddress(text: string): void {
  const family = isIP(text)
  if (family === 0) {
    assert.ok(!isPublicAddress(text), `${text} is no address`)
    return
  }
  if (isPublicAddress(text)) assert.ok(!inside.check(text, family === 4 ? 'ipv4' : 'ipv6'), text)
  assert.notEqual(networkOf(text), 'unknown')
}

const tokens = new SessionTokens(new Uint8Array(32).fill(7), { now: () => Date.now() })
const uuid = '01a1dd21-790e-7219-9f52-8260626851c5'
const token = await tokens.sign(uuid, 'access')
const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`

async function checkToken(text: string): Promise<void> {
  if (text === token) return
  try {
    await tokens.verify(text, 'access')
  } catch {
    return
  }
  // The last character of a signature has bits that say nothing: the same bytes are the same token.
  const [head, body, signature = ''] = text.split('.')
  const bytes = (part: string): string => Buffer.from(part, 'base64url').toString('hex')
  assert.equal(
    `${head}.${body}.${bytes(signature)}`,
    `${token.split('.').slice(0, 2).join('.')}.${bytes(token.split('.')[2] ?? '')}`,
  )
}

export const networkTargets: readonly Target[] = [
  {
    name: 'address',
    seeds: [
      '127.0.0.1',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '8.8.8.8',
      '2606:4700::1',
      'fe80::1%eth0',
      '[::1]:80',
    ],
    words: ['::', '::ffff:', '.', ':', '127', '0x7f', '%', '/8', '256', '2001:'],
    check: ofText((text) => {
      checkAddress(text)
      const bare = bareAddress(text)
      if (bare !== null) assert.notEqual(networkOf(bare), 'unknown')
      const cidr = parseCidr(text)
      if (cidr !== null) assert.ok(contains(cidr, text.split('/')[0] ?? ''))
    }),
  },
  {
    name: 'webhook address',
    seeds: [
      'http://127.1/',
      'http://0x7f000001/',
      'http://[::ffff:7f00:1]/',
      'https://example.org/x',
      'http://a@10.0.0.1:80/',
    ],
    words: ['http://', '[', ']', '@', '.', '::', '%31', '。', '０', 'localhost', '#'],
    check: ofText((text) => {
      if (!URL.canParse(text)) return
      const url = new URL(text)
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (whyForbidden(url, []) === null && isIP(host) !== 0) assert.ok(isPublicAddress(host), host)
    }),
  },
  {
    name: 'session token',
    seeds: [token, unsigned, 'a.b.c', ''],
    words: ['.', '=', 'eyJhbGciOiJub25lIn0', 'eyJhbGciOiJIUzUxMiJ9'],
    check: ofText(checkToken),
  },
  {
    name: 'public key',
    seeds: [
      'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBERERERERERERERERERERERERERERERERERERERERER me@home',
      'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAQ==',
    ],
    words: ['ssh-ed25519 ', 'ssh-rsa ', 'AAAA', '=', ' ', '\n', 'command="x" ', 'cert-authority '],
    check: ofText((text) => {
      const key = accepted(() => parsePublicKey(text))
      if (key === undefined) return
      assert.match(key.fingerprint, /^SHA256:[A-Za-z0-9+/]{43}$/)
      assert.equal(parsePublicKey(key.text).fingerprint, key.fingerprint)
    }),
  },
  {
    name: 'ssh command',
    seeds: [
      "git-upload-pack 'ada/anvil.git'",
      'git receive-pack /ada/anvil',
      'git-lfs-authenticate ada/x download',
      "git-upload-pack 'a'\\''b'",
    ],
    words: ["'", '\\', ';', '`', '$(', '&&', '--upload-pack=', '../', '~', '\n', '\0'],
    check: ofText((text) => {
      const command = parseCommand(text)
      if (command?.repo == null) return
      for (const part of [command.repo.owner, command.repo.repo]) {
        assert.match(part, /^[A-Za-z0-9][A-Za-z0-9._-]*$/)
        assert.ok(!part.includes('..'))
      }
    }),
  },
  {
    name: 'kept mail',
    seeds: [
      'To: a@b.c\r\nSubject: x\r\n y\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\nContent-Type: text/plain\nContent-Transfer-Encoding: 7bit\n\nhello\n--b--',
      'To: a@b.c\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nh=C3=\n=A9\n--b--',
    ],
    words: ['\r\n', 'Subject: ', 'Content-Type: text/plain', '\n--b', 'base64', '-- \n', '=\n', '=F0'],
    check: ofText((text) => {
      const mail = parseKeptMail('2026-01-01T00-00-00.000Z-x.eml', text)
      assert.ok(!/[\r\n]/.test(mail.subject) && !/[\r\n]/.test(mail.to))
    }),
  },
]
