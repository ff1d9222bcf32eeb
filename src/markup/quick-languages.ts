/** What tells the words of a language apart. Each expression goes once through what it takes: nothing in it nests. */
export interface QuickLanguage {
  readonly comment: RegExp
  readonly string: RegExp
  readonly keywords: ReadonlySet<string>
  readonly literals: ReadonlySet<string>
  readonly builtIns: ReadonlySet<string>
  /** Lines that are told to the compiler: `#include`, `@Override`, `#[derive]`. */
  readonly meta?: RegExp
  /** `name:` is a property. */
  readonly hasProperties?: true
  /** Regular expressions between slashes, and texts between backticks that hold code. */
  readonly isScript?: true
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const slashes = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/
const quoted = /"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/
const annotation = /@[A-Za-z_][\w.]*/

const script = {
  comment: slashes,
  string: quoted,
  meta: annotation,
  hasProperties: true,
  isScript: true,
  keywords: words(
    'as async await break case catch class const continue debugger default delete do else export extends finally for from function get if import in instanceof let new of return set static switch throw try typeof var void while with yield',
  ),
  literals: words('true false null undefined NaN Infinity'),
  builtIns: words('this super arguments console document window globalThis process module exports require'),
} satisfies QuickLanguage

const c = {
  comment: slashes,
  string: quoted,
  meta: /#[ \t]*[a-z]+(?:[ \t]*(?:<[^>\n]*>|"[^"\n]*"))?/,
  keywords: words(
    'auto break case const continue default do else enum extern for goto if inline register restrict return signed sizeof static struct switch typedef union unsigned volatile while',
  ),
  literals: words('true false NULL nullptr'),
  builtIns: words(
    'bool char double float int long short void size_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t',
  ),
} satisfies QuickLanguage

const types = 'bool boolean byte char double float int long object short string void'

export const quickLanguages: Readonly<Record<string, QuickLanguage>> = {
  javascript: script,
  typescript: {
    ...script,
    keywords: words(
      `${[...script.keywords].join(' ')} abstract accessor asserts declare enum implements infer interface is keyof namespace override private protected public readonly satisfies type unique`,
    ),
    builtIns: words(
      `${[...script.builtIns].join(' ')} any bigint boolean never number object string symbol unknown void`,
    ),
  },
  json: {
    comment: slashes,
    string: quoted,
    keywords: words(''),
    literals: words('true false null'),
    builtIns: words(''),
    hasProperties: true,
  },
  c,
  cpp: {
    ...c,
    keywords: words(
      `${[...c.keywords].join(' ')} alignas alignof catch class co_await co_return co_yield concept consteval constexpr constinit const_cast decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept operator override private protected public reinterpret_cast requires static_assert static_cast template this throw try typeid typename using virtual`,
    ),
  },
  java: {
    comment: slashes,
    string: /"""(?:[^"\\]|\\[^]|"(?!""))*(?:"""|$)|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/,
    meta: annotation,
    keywords: words(
      'abstract assert break case catch class const continue default do else enum extends final finally for goto if implements import instanceof interface native new package permits private protected public record return sealed static strictfp super switch synchronized this throw throws transient try var volatile while yield',
    ),
    literals: words('true false null'),
    builtIns: words(types),
  },
  go: {
    comment: slashes,
    string: /`[^`]*`?|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/,
    keywords: words(
      'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var',
    ),
    literals: words('true false nil iota'),
    builtIns: words(
      'any append bool byte cap clear close comparable complex complex64 complex128 copy delete error float32 float64 imag int int8 int16 int32 int64 len make max min new panic print println real recover rune string uint uint8 uint16 uint32 uint64 uintptr',
    ),
  },
  rust: {
    comment: slashes,
    // An apostrophe alone begins a lifetime.
    string:
      /b?r"[^"]*"?|b?r#"(?:[^"]|"(?!#))*(?:"#|$)|b?"(?:[^"\\]|\\[^])*"?|b?'(?:[^'\\\n]|\\(?:[^u\n]|u\{[^}\n]*\}))'/,
    meta: /#!?\[[^\]\n]*\]?/,
    keywords: words(
      'as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait type union unsafe use where while yield',
    ),
    literals: words('true false None Some Ok Err'),
    builtIns: words(
      'bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize String Vec Option Result Box',
    ),
  },
  python: {
    comment: /#[^\n]*/,
    string:
      /[bBrRuUfF]{0,2}(?:"""(?:[^"\\]|\\[^]|"(?!""))*(?:"""|$)|'''(?:[^'\\]|\\[^]|'(?!''))*(?:'''|$)|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?)/,
    meta: annotation,
    keywords: words(
      'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield',
    ),
    literals: words('True False None Ellipsis NotImplemented'),
    builtIns: words(
      'self cls abs all any bool bytes callable dict dir enumerate filter float format frozenset getattr hasattr int isinstance issubclass iter len list map max min next object open print property range repr reversed round set setattr sorted staticmethod str sum super tuple type zip',
    ),
  },
}
