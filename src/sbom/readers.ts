import type { Reader } from './found-package.ts'
import type { FileKind } from './known-files.ts'
import { readCargoLock } from './readers/cargo-lock.ts'
import { readComposerLock } from './readers/composer-lock.ts'
import { readConanLock } from './readers/conan-lock.ts'
import { readDenoLock } from './readers/deno-lock.ts'
import { readGemfileLock } from './readers/gemfile-lock.ts'
import { readGoMod, readGoSum } from './readers/go-mod.ts'
import { readGradleLockfile } from './readers/gradle-lockfile.ts'
import { readCargoToml, readGemfile, readPackageJson, readPyproject } from './readers/manifests.ts'
import { readMixLock } from './readers/mix-lock.ts'
import { readNpmLock } from './readers/npm-lock.ts'
import { readNugetLock } from './readers/nuget-lock.ts'
import { readPnpmLock } from './readers/pnpm-lock.ts'
import { readPom } from './readers/pom-xml.ts'
import { readPubspecLock } from './readers/pubspec-lock.ts'
import { readPdmLock, readPipfileLock, readPoetryLock, readUvLock } from './readers/python-locks.ts'
import { readRequirements } from './readers/requirements-txt.ts'
import { readSwiftResolved } from './readers/swift-resolved.ts'
import { readYarnLock } from './readers/yarn-lock.ts'

export const readers: Readonly<Record<FileKind, Reader>> = {
  'npm-lock': readNpmLock,
  'pnpm-lock': readPnpmLock,
  'yarn-lock': readYarnLock,
  'cargo-lock': readCargoLock,
  'go-mod': readGoMod,
  'go-sum': readGoSum,
  requirements: readRequirements,
  'poetry-lock': readPoetryLock,
  'pipfile-lock': readPipfileLock,
  'uv-lock': readUvLock,
  'pdm-lock': readPdmLock,
  pom: readPom,
  'gradle-lock': readGradleLockfile,
  'composer-lock': readComposerLock,
  'gemfile-lock': readGemfileLock,
  'nuget-lock': readNugetLock,
  'mix-lock': readMixLock,
  'pubspec-lock': readPubspecLock,
  'swift-resolved': readSwiftResolved,
  'conan-lock': readConanLock,
  'deno-lock': readDenoLock,
  'package-json': readPackageJson,
  'cargo-toml': readCargoToml,
  pyproject: readPyproject,
  gemfile: readGemfile,
}
