import { describe, expect, it } from 'vitest'
import { whyBadVariableKey } from './ci-variable-key.ts'

describe('the key of a pipeline’s variable', () => {
  it.each(['A', '_A', 'DEPLOY_TOKEN', 'NODE_ENV', 'CI_NODE', 'PATHS', 'GITHUB_TOKEN', 'LDAP_URL', 'A'.repeat(100)])(
    'may be %s',
    (key) => {
      expect(whyBadVariableKey(key)).toBeNull()
    },
  )

  it.each(['', 'a', 'Ab', '1A', 'A-B', 'A B', 'A=B', 'Ä', 'A\n', '__proto__', 'A'.repeat(101)])(
    'may not be %j: it is no name',
    (key) => {
      expect(whyBadVariableKey(key)).toContain('A to Z')
    },
  )

  it.each([
    ...[
      'PATH',
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'LD_AUDIT',
      'DYLD_INSERT_LIBRARIES',
      'NODE_OPTIONS',
      'BASH_ENV',
      'ENV',
    ],
    ...['GIT_SSH_COMMAND', 'GIT_DIR', 'GIT_CONFIG_COUNT', 'IFS', 'PS4', 'SHELLOPTS', 'PROMPT_COMMAND', 'PYTHONSTARTUP'],
    ...['PERL5OPT', 'RUBYOPT', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'DOCKER_HOST', 'CONTAINER_HOST', 'GCONV_PATH'],
  ])('may not be %s: it decides what runs', (key) => {
    expect(whyBadVariableKey(key)).toContain('what the runner itself runs')
  })

  it.each(['CI', 'CI_JOB_NAME', 'CI_COMMIT_SHA', 'HOME', 'PWD', '_'])('may not be %s: the runner sets it', (key) => {
    expect(whyBadVariableKey(key)).toContain('sets itself')
  })
})
