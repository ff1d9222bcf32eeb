import { packageOf, present, type Reading } from '../found-package.ts'

/** `group:name:version=configuration,configuration` */
export function readGradleLockfile(text: string): Reading {
  return {
    packages: present(
      text.split('\n').map((raw) => {
        const line = raw.trim()
        if (line.startsWith('#')) return null
        const [coordinates = '', configurations = ''] = line.split('=', 2)
        const [group = '', name = '', version = ''] = coordinates.split(':')
        if (group === '' || name === '' || version === '') return null
        const isForTests = configurations
          .split(',')
          .every((one) => /^(test|androidTest|.*Test[A-Z]|.*[a-z]Test)/.test(one))
        return packageOf('maven', `${group}:${name}`, version, { use: isForTests ? 'development' : 'required' })
      }),
    ),
  }
}
