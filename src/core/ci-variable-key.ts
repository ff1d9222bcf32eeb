const shape = /^[A-Z_][A-Z0-9_]{0,99}$/

/** What the runner says about the job. Other names that begin with CI_ are free. */
const ofRunner = new Set(
  `CI CI_BRANCH CI_COMMIT_SHA CI_EVENT CI_JOB_ATTEMPT CI_JOB_ID CI_JOB_NAME CI_NEEDS_STATUS CI_PIPELINE_ID CI_PIPELINE_NUMBER CI_PULL_REQUEST CI_REF
  CI_REF_TYPE CI_REPOSITORY CI_SERVER_URL CI_TAG CI_TRIGGER CI_WORKSPACE HOME LOGNAME OLDPWD PATH PWD SHELL SHLVL TMPDIR USER
  _`.split(/\s+/),
)

/**
 * With these, a value chooses which program or library runs in place of the one that was meant: for shells, the dynamic
 * linker and libc, git, ssh, interpreters, pagers and editors.
 */
const hijacking = new Set(
  `BASHOPTS CDPATH ENV FPATH GLOBIGNORE IFS PROMPT_COMMAND PS4 SHELLOPTS ZDOTDIR
  GCONV_PATH GETCONF_DIR GLIBC_TUNABLES HOSTALIASES LOCALDOMAIN LOCPATH MALLOC_CHECK_ MALLOC_TRACE NLSPATH
  RESOLV_HOST_CONF RES_OPTIONS TZDIR
  BROWSER EDITOR LESSCLOSE LESSOPEN MANPAGER PAGER SSH_ASKPASS SSH_AUTH_SOCK SUDO_ASKPASS TERMCAP TERMINFO VISUAL
  OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES SSLKEYLOGFILE
  NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NPM_CONFIG_NODE_OPTIONS NPM_CONFIG_SCRIPT_SHELL
  PYTHONBREAKPOINT PYTHONEXECUTABLE PYTHONHOME PYTHONINSPECT PYTHONPATH PYTHONPLATLIBDIR PYTHONSTARTUP PYTHONUSERBASE
  PYTHONWARNINGS PERL5DB PERL5LIB PERL5OPT PERLLIB RUBYLIB RUBYOPT
  CLASSPATH JAVA_OPTIONS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS DOTNET_STARTUP_HOOKS
  LUA_CPATH LUA_INIT LUA_PATH PHPRC PHP_INI_SCAN_DIR R_ENVIRON R_PROFILE R_PROFILE_USER TCLLIBPATH
  MAKEFILES DOCKER_HOST CONTAINER_HOST XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS`.split(/\s+/),
)

/** STITHY_ is how the runner speaks to its own programs. */
const hijackingPrefixes = ['LD_', 'DYLD_', 'GIT_', 'BASH_', 'STITHY_', 'CORECLR_', 'COR_']

/** Why a pipeline's variable cannot be called so, as the end of a sentence about it; null where it can. */
export function whyBadVariableKey(key: string): string | null {
  if (!shape.test(key))
    return 'must be 1 to 100 capital letters, digits and underscores, and must not begin with a digit'
  if (ofRunner.has(key)) return 'is set by the runner'
  if (hijacking.has(key) || hijackingPrefixes.some((prefix) => key.startsWith(prefix)))
    return 'is refused, because it changes which programs run'
  return null
}
