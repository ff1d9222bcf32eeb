import { expect, it } from 'vitest'
import { scriptOf } from './interpreters.ts'

it.each([
  ['#!/bin/sh\n', 'Shell'],
  ['#!/bin/bash -euo pipefail\n', 'Shell'],
  ['#! /usr/bin/env python3\n', 'Python'],
  ['#!/usr/bin/env -S python3.12 -u\n', 'Python'],
  ['#!/usr/bin/env NODE_ENV=test node\r\nmain()\n', 'JavaScript'],
  ['#!/usr/local/bin/ruby', 'Ruby'],
  ['#!/usr/bin/perl5.36 -w\n', 'Perl'],
  ['#!/usr/bin/Rscript\n', 'R'],
  ['#!/usr/bin/env\n', undefined],
  ['#!/opt/nobody/knows\n', undefined],
  ['#!\n/bin/sh\n', undefined],
  [' #!/bin/sh\n', undefined],
  ['#!constructor\n', undefined],
  ['', undefined],
])('%j is %s', (text, language) => {
  expect(scriptOf(text)?.language).toBe(language)
})
