import { expect, it } from 'vitest'
import { whyBadVariableKey } from './ci-variable-key.ts'

it.each([
  'A',
  '_A',
  'NODE_ENV',
  'CI_NODE',
  'CI_TOKEN',
  'NPM_TOKEN',
  'DEPLOY_PATH',
  'GITHUB_TOKEN',
  'LDAP_URL',
  'A'.repeat(100),
  'PYTHONUNBUFFERED',
  'NPM_CONFIG_CACHE',
])('a variable may be called %s', (key) => {
  expect(whyBadVariableKey(key)).toBeNull()
})

it.each([
  '',
  'a',
  '1A',
  'A-B',
  'A B',
  'A\n',
  'A=B',
  'É',
  'A'.repeat(101),
  '__proto__',
  'BASH_FUNC_x%%',
  'LD_PRELOAD\0',
])('a variable may not be called %j', (key) => {
  expect(whyBadVariableKey(key)).toContain('capital letters')
})

it.each([
  'PATH',
  'HOME',
  'SHELL',
  'USER',
  'CI',
  'CI_PIPELINE_ID',
  'CI_COMMIT_SHA',
  'CI_REF',
  'CI_REF_TYPE',
  'CI_REPOSITORY',
  'CI_JOB_NAME',
])('%s is the runner’s own', (key) => {
  expect(whyBadVariableKey(key)).toBe('is set by the runner')
})

it.each([
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'LD_',
  'DYLD_INSERT_LIBRARIES',
  'NODE_OPTIONS',
  'NODE_PATH',
  'BASH_ENV',
  'ENV',
  'IFS',
  'SHELLOPTS',
  'BASHOPTS',
  'PS4',
  'PROMPT_COMMAND',
  'GIT_SSH_COMMAND',
  'GIT_DIR',
  'PYTHONSTARTUP',
  'PYTHONPATH',
  'PERL5OPT',
  'RUBYOPT',
  'JAVA_TOOL_OPTIONS',
  'STITHY_X',
  'GLIBC_TUNABLES',
])('%s would hijack what runs', (key) => {
  expect(whyBadVariableKey(key)).toContain('changes which programs run')
})
