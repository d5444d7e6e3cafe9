/** The CI examples are valid YAML, and the command line accepts their commands and those of the guide. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkCommand } from '../../../src/adapters/cli/check-command.ts'

const read = (file: string): string =>
  readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')

const start = 'npx course-admin-emulator check '

/** The arguments of a command line without substitutions, as a shell splits it. */
const argumentsOf = (command: string): string[] =>
  [...command.slice(start.length).matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, word]) => single ?? double ?? word ?? '',
  )

/** The files that a command writes. */
const filesOf = (command: string): string[] =>
  [...checkCommand.parse(argumentsOf(command)).given]
    .filter(([name]) => ['json', 'junit', 'markdown', 'html'].includes(name))
    .flatMap(([, files]) => files)

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { run?: string; with?: { path?: string } }[] }>
  >
}

test('GitHub Actions runs known commands, and uploads what they write', () => {
  const { jobs } = parse(read('ci/github-actions.yml')) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const runs = steps.flatMap(({ run }) => run ?? [])
  expect(runs.map((run) => run.startsWith(start))).toEqual([false, true])
  expect(runs[0]).toBe('npm ci')
  const [summary, ...files] = filesOf(runs[1] as string).toSorted()
  expect(summary).toBe('$GITHUB_STEP_SUMMARY')
  expect(steps.at(-1)?.with?.path).toBe('report-card.*')
  expect(files).toEqual(['report-card.html', 'report-card.xml'])
})

interface Pipeline {
  readonly 'report-card': {
    readonly script: readonly string[]
    readonly artifacts: { readonly paths: string[]; readonly reports: { readonly junit: string } }
  }
}

test('GitLab runs known commands, and keeps what they write', () => {
  const { script, artifacts } = (parse(read('ci/gitlab-ci.yml')) as Pipeline)['report-card']
  expect(script[0]).toBe('npm ci')
  const files = [...artifacts.paths, artifacts.reports.junit]
  expect(filesOf(script[1] as string).toSorted()).toEqual(files.toSorted())
})

test('the command line accepts each command of the guide', () => {
  const blocks = [...read('guides/report-card.md').matchAll(/```sh\n([\s\S]*?)```/g)]
  const commands = blocks
    .flatMap(([, block = '']) =>
      block
        .replaceAll(/\\\n\s*/g, '')
        .trim()
        .split('\n'),
    )
    .map((line) => line.replace(/ +# .*$/, ''))
  expect(commands.length).toBeGreaterThan(5)
  for (const command of commands) {
    expect(command.startsWith(start)).toBe(true)
    expect(() => checkCommand.parse(argumentsOf(command))).not.toThrow()
  }
})
