/** The arguments of the command line and the options that they give. */
import { startServer } from 'course-admin-emulator/server'
import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../src/adapters/cli/arguments.ts'
import { parseCommandLine } from '../../src/adapters/cli/command-line.ts'
import { runCommand } from '../../src/adapters/cli/scenario-command.ts'

const serverOptions = (...args: string[]) => parseCommandLine(['--port', '0', ...args]).server

test.each([
  ['--world', 'there is no option "--world". See --help.'],
  ['--prot', 'there is no option "--prot". Did you mean "--port"?'],
])('the unknown option %s', (option, text) => {
  expect(() => parseArguments([option], { port: { type: 'string' } })).toThrow(
    `Could not read the command line: ${text}`,
  )
})

test('a seed that is not a whole number is refused with an example', () => {
  expect(() => parseCommandLine(['--seed', 'x'])).toThrow('Use a whole number, such as --seed 7.')
})

describe('--assume', () => {
  test('switches assumptions of the server', async () => {
    const options = serverOptions(
      '--assume',
      'update.patch=alternative',
      '--assume',
      'body.rules=default',
    )
    expect(options.assumptions).toEqual({ 'update.patch': 'alternative', 'body.rules': 'default' })
    await using server = await startServer(options)
    const { headers } = server.emulator
    const user = server.emulator.given('users')
    const url = `${server.baseUrl}/users/${user.id}`
    expect((await fetch(url, { method: 'PATCH', headers })).status).toBe(404)
  })

  test('switches the assumptions of a preset', () => {
    const options = serverOptions('--assume', 'lenient', '--assume', 'path.id=default')
    expect(options.assumptions).toEqual({ preset: 'lenient', 'path.id': 'default' })
  })

  test.each([
    ['lenent', 'there is no preset "lenent". Did you mean "lenient"?'],
    ['update.pach=alternative', 'Did you mean "update.patch"?'],
    ['update.patch=alternativ', 'Did you mean "alternative"?'],
  ])('refuses %s with the closest name', async (argument, advice) => {
    await expect(startServer(serverOptions('--assume', argument))).rejects.toThrow(advice)
    const run = ['merge', '--to', 'http://127.0.0.1:9/hooks', '--port', '0', '--assume', argument]
    const output = { stdout: () => undefined, stderr: () => undefined }
    await expect(runCommand(run, output)).rejects.toThrow(advice)
  })

  test.each([
    ['rate.token', 'the behaviour is documented and has no alternative'],
    ['webhook.rotate', 'the assumption has no alternative'],
    ['nowhere.near', 'the id is unknown'],
  ])('refuses %s and names the list of assumptions', async (id, reason) => {
    await expect(startServer(serverOptions('--assume', `${id}=alternative`))).rejects.toThrow(
      `Could not switch the assumption "${id}": ${reason}. ` +
        'docs/behaviours.md lists the assumptions that have alternatives.',
    )
  })

  test.each([
    [['update.patch'], 'an assumption needs an id and an alternative'],
    [['=alternative'], 'an assumption needs an id and an alternative'],
    [['update.patch=alternative', 'update.patch=default'], '"update.patch" is given twice'],
  ])('refuses %j', (values, reason) => {
    const args = values.flatMap((value) => ['--assume', value])
    expect(() => parseCommandLine(args)).toThrow(reason)
  })
})
