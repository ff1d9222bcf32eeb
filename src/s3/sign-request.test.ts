import { describe, expect, it } from 'vitest'
import { sha256, signRequest } from './sign-request.ts'

// The examples of the API's own description: "Signature Calculations for the Authorization Header".
const credentials = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const host = 'examplebucket.s3.amazonaws.com'
const at = new Date('2013-05-24T00:00:00.000Z')
const nothing = sha256('')

const examples = [
  {
    request: { method: 'GET', path: '/test.txt', query: {}, headers: { range: 'bytes=0-9' }, bodyHash: nothing },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    request: {
      method: 'PUT',
      path: '/test%24file.text',
      query: {},
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      bodyHash: sha256('Welcome to Amazon S3.'),
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    request: { method: 'GET', path: '/', query: { lifecycle: '' }, headers: {}, bodyHash: nothing },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    request: { method: 'GET', path: '/', query: { prefix: 'J', 'max-keys': '2' }, headers: {}, bodyHash: nothing },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
]

describe('a request to the object storage', () => {
  it.each(examples)('is signed as documented: $request.method $request.path', ({ request, signature }) => {
    const { authorization } = signRequest({ ...request, host, at }, credentials)
    expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request')
    expect(authorization).toContain(`Signature=${signature}`)
  })
})
