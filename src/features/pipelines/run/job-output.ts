import { Secrets, SecretMasker } from '../../../ci/mask-secrets.ts'
import { LineSplitter } from '../../../ci/split-lines.ts'
import type { Run } from './run.ts'
