// Runs around every file of tests: servers that a file has started do not outlive it.
import { afterAll } from 'vitest'
import { endProcesses } from '../process/stithy-process.ts'

afterAll(endProcesses)
