/** What to write instead, by the word that another forge has for it. */
export type WordsOfOthers = Readonly<Record<string, string>>

const order = 'jobs run side by side, and «needs» says which come before'
const conditions = '«when» says when it runs'
const first = 'write it as the first step'
const last = 'write it as the last step, or let the script «trap» its own end'
const ofJob = 'it belongs into a job'
const sh = 'scripts are run by «sh -e», which can call another shell'
const directory = 'begin the script with «cd»'
const overtaken = '«on_new_commit: cancel» at the top ends what a newer commit has overtaken'
const inOrder = '«serial: true» at the top runs one pipeline of a branch after the other'
const runner = 'it runs wherever there is room; «image» says in what'

/**
 * People come with a file of another forge in mind, and copy parts of it. Words that are close to one of ours are not
 * here: those are guessed.
 */
export const wordsOfOthers: Readonly<Record<'file' | 'job' | 'step', WordsOfOthers>> = {
  file: {
    name: 'a pipeline is called as its commit is',
    on: '«when» and «schedule» say when it runs',
    depth: 'write «history», the number of commits or «all»',
    workflow: '«when» says when it runs, and «on_new_commit» what a newer commit ends',
    concurrency: `${overtaken}, and ${inOrder}`,
    resource_group: inOrder,
    auto_cancel: overtaken,
    interruptible: overtaken,
    stages: order,
    env: 'write «variables»',
    environment: 'write «variables»',
    before_script: 'write it as the first step of each job',
    after_script: 'write it as the last step of each job',
    default: '«image», «packages», «timeout» and «variables» at the top are for every job',
    defaults: '«image», «packages», «timeout» and «variables» at the top are for every job',
    include: 'everything stands in this one file',
    steps: ofJob,
    script: 'it belongs into a job, as «steps» with «run»',
    services: ofJob,
    cache: ofJob,
    artifacts: ofJob,
    matrix: ofJob,
    retry: ofJob,
  },
  job: {
    name: 'its key is its name',
    script: 'write «steps», each with «run»',
    commands: 'write «steps», each with «run»',
    stage: order,
    dependencies: 'it gets the artifacts of the jobs in «needs»',
    outputs: 'hand files over by «artifacts» and «needs»',
    'runs-on': runner,
    tags: runner,
    container: 'write «image»',
    strategy: '«matrix» stands in the job itself',
    parallel: 'write «matrix»',
    if: conditions,
    on: conditions,
    only: conditions,
    except: conditions,
    rules: conditions,
    env: 'write «variables»',
    environment: 'write «variables»',
    before_script: first,
    after_script: last,
    'continue-on-error': 'write «allow_failure»',
    'timeout-minutes': 'write «timeout», such as 30m',
    concurrency: `${overtaken}, and ${inOrder}`,
    resource_group: inOrder,
    interruptible: overtaken,
    depth: 'write «history», the number of commits or «all»',
    extends: 'write it out',
    run: 'it belongs into one of the «steps»',
  },
  step: {
    uses: 'there are no actions: the files of the commit are there already, and «run» does the rest',
    with: 'there are no actions: write what is to be done into «run»; «history» of the job says how many commits git knows',
    script: 'write «run»',
    command: 'write «run»',
    commands: 'write «run»',
    if: 'a script can ask itself, and a job can have «when», also for a failure of what it needs',
    when: 'it belongs to the job',
    shell: sh,
    cwd: directory,
    'working-directory': directory,
    working_directory: directory,
    variables: 'write «env»',
    environment: 'write «env»',
    image: 'it belongs to the job',
    timeout: 'it belongs to the job',
    'timeout-minutes': 'it belongs to the job, as «timeout»',
    allow_failure: 'it belongs to the job; «|| true» lets one command fail',
    'continue-on-error': '«|| true» lets one command fail, and «allow_failure» the job',
  },
}

/** The same for events. */
export const eventsOfOthers: WordsOfOthers = {
  merge_request: 'write «pull_request»',
  merge_request_event: 'write «pull_request»',
  tag: 'that is a push: name tags by «tag» in «when»',
  web: 'write «manual»',
  workflow_dispatch: 'write «manual»',
  cron: 'write «schedule»',
}

/** For how the jobs have ended that another needs. */
export const statusesOfOthers: WordsOfOthers = {
  always: 'write «[success, failure]»',
  failed: 'write «failure»',
  on_failure: 'write «failure»',
  on_success: 'write «success», or leave it out',
}

const mapping = 'must be a mapping'
/** The same where it stands in place of all conditions. */
export const afterOfOthers: WordsOfOthers = {
  always: `${mapping}: write «{ status: [success, failure] }»`,
  on_failure: `${mapping}: write «{ status: failure }»`,
  on_success: `${mapping}: leave it out`,
  never: `${mapping}: leave the job out`,
  manual: `${mapping}: «manual: true» beside it lets the job wait for somebody who runs it`,
}

/** As the end of a message. */
export function insteadOf(word: string, words: WordsOfOthers): string {
  const said = Object.hasOwn(words, word) ? words[word] : undefined
  return said === undefined ? '' : `: ${said}`
}
