/** The programs that scripts without an ending begin with (`#!/bin/sh`): which language, and which grammar colours it. */
const programs: Readonly<Record<string, readonly string[]>> = {
  'Awk awk': ['awk', 'gawk', 'mawk', 'nawk'],
  'Crystal crystal': ['crystal'],
  'Elixir elixir': ['elixir'],
  'Erlang erlang': ['escript'],
  'Groovy groovy': ['groovy'],
  'Haskell haskell': ['runghc', 'runhaskell', 'stack'],
  'JavaScript javascript': ['bun', 'node', 'nodejs'],
  'Julia julia': ['julia'],
  'Lua lua': ['lua', 'luajit'],
  'Makefile makefile': ['make', 'gmake'],
  'Perl perl': ['perl'],
  'PHP php': ['php'],
  'PowerShell powershell': ['pwsh'],
  'Python python': ['pypy', 'python', 'uv'],
  'R r': ['rscript'],
  'Ruby ruby': ['jruby', 'ruby'],
  'Scheme scheme': ['guile'],
  'Shell bash': ['ash', 'bash', 'bats', 'dash', 'ksh', 'sh', 'zsh'],
  'Swift swift': ['swift'],
  'Tcl tcl': ['expect', 'tclsh', 'wish'],
  'TypeScript typescript': ['deno', 'ts-node', 'tsx'],
}

export interface Script {
  readonly language: string
  readonly grammar: string
}

const byProgram = new Map(
  Object.entries(programs).flatMap(([both, names]) => {
    const [language = '', grammar = ''] = both.split(' ')
    return names.map((name): readonly [string, Script] => [name, { language, grammar }])
  }),
)

/** A name with an ending says what the file is; only of others the first line is asked. */
export function mayBeScript(name: string): boolean {
  return !name.includes('.')
}

/** What runs a text, by its first line; null where that names no program, or one that nobody knows. */
export function scriptOf(text: string): Script | null {
  const line = /^#![ \t]*([^\n]{1,200})/.exec(text)?.[1]?.trim() ?? ''
  const [program = '', ...words] = line.split(/[ \t]+/)
  // `env` takes options and variables before the program that it looks for.
  const started = nameOf(program) === 'env' ? words.find((word) => !/^-|=/.test(word)) : program
  // Versions are a part of the name: python3.12, lua5.4.
  return byProgram.get(nameOf(started ?? '').replace(/[\d.]+$/, '')) ?? null
}

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1).toLowerCase()
}
