const shape = /^[A-Z_][A-Z0-9_]{0,99}$/

/** Families of names that tell a loader, a shell, git or a container engine what to run. */
const hijackingPrefixes = ['LD_', 'DYLD_', 'GIT_', 'BASH_', 'GLIBC_', 'MALLOC_', 'PODMAN_', 'CONTAINERS_', 'BUILDAH_']

const hijacking = new Set([
  // Where programs are found, and what a shell does before the first line of a script.
  ...['PATH', 'ENV', 'IFS', 'CDPATH', 'FPATH', 'ZDOTDIR', 'SHELL', 'SHELLOPTS', 'BASHOPTS', 'GLOBIGNORE', 'EXECIGNORE'],
  ...['PS0', 'PS1', 'PS2', 'PS3', 'PS4', 'PROMPT_COMMAND', 'INPUTRC', 'TERMINFO', 'TERMINFO_DIRS', 'TERMCAP'],
  // What an interpreter loads before the program that it was started for.
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_EXTERNAL_MODULE', 'NODE_V8_COVERAGE', 'NODE_REDIRECT_WARNINGS'],
  ...['DENO_DIR', 'BUN_OPTIONS', 'ELECTRON_RUN_AS_NODE'],
  ...['PYTHONPATH', 'PYTHONHOME', 'PYTHONSTARTUP', 'PYTHONINSPECT', 'PYTHONEXECUTABLE', 'PYTHONBREAKPOINT'],
  ...['PYTHONUSERBASE', 'PYTHONPLATLIBDIR', 'PYTHONCASEOK', 'PYTHONWARNINGS', 'PYTHONPYCACHEPREFIX'],
  ...[
    'PERL5OPT',
    'PERL5LIB',
    'PERLLIB',
    'PERL5DB',
    'PERL5SHELL',
    'RUBYOPT',
    'RUBYLIB',
    'RUBYSHELL',
    'LUA_INIT',
    'LUA_PATH',
  ],
  ...['LUA_CPATH', 'PHPRC', 'PHP_INI_SCAN_DIR', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS', 'JAVA_OPTS'],
  ...[
    'DOTNET_STARTUP_HOOKS',
    'DOTNET_ADDITIONAL_DEPS',
    'COMPLUS_STARTUP_HOOKS',
    'CORECLR_PROFILER',
    'CORECLR_ENABLE_PROFILING',
  ],
  ...['GCONV_PATH', 'LOCPATH', 'NLSPATH', 'HOSTALIASES', 'LOCALDOMAIN', 'RES_OPTIONS', 'RESOLV_HOST_CONF', 'TZDIR'],
  ...['GETCONF_DIR', 'NIS_PATH', 'OPENSSL_CONF', 'OPENSSL_ENGINES', 'OPENSSL_MODULES', 'QT_PLUGIN_PATH', 'GTK_MODULES'],
  // Programs that others start by name.
  ...['EDITOR', 'VISUAL', 'PAGER', 'BROWSER', 'MANPAGER', 'LESSOPEN', 'LESSCLOSE', 'SSH_ASKPASS', 'SUDO_ASKPASS'],
  // The engine that runs the job.
  ...['DOCKER_HOST', 'DOCKER_CONFIG', 'DOCKER_CONTEXT', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY', 'CONTAINER_HOST'],
  ...['CONTAINER_CONNECTION', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'DBUS_SESSION_BUS_ADDRESS', 'SSH_AUTH_SOCK'],
])

const oneMeaning = new Set([
  ...['CI', 'CI_PIPELINE_ID', 'CI_COMMIT_SHA', 'CI_REF', 'CI_REPOSITORY', 'CI_JOB_NAME'],
  ...['HOME', 'PWD', 'OLDPWD', 'USER', 'LOGNAME', 'UID', 'EUID', 'GID', 'PPID', 'TMPDIR', '_'],
])

/** Why a variable of a pipeline may not be called so; null where it may. */
export function whyBadVariableKey(key: string): string | null {
  if (!shape.test(key)) return 'must be of A to Z, 0 to 9 and _, begin with no digit, and have at most 100 characters'
  if (hijacking.has(key) || hijackingPrefixes.some((prefix) => key.startsWith(prefix))) {
    return 'must not be a name that decides what the runner itself runs'
  }
  return oneMeaning.has(key) ? 'must not be a name that the runner sets itself' : null
}
