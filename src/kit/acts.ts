/** Calls the acts of an administrator by their short names, and lets a record stand for its id. */
import type { Act } from '../define/act.ts'
import { Problem, reasonOf } from '../define/problems.ts'
import { EmulatorError, unknownName } from '../machine/errors.ts'

/** Runs an act with its input by the names on the wire. */
export type RunAct = (id: string, input: Readonly<Record<string, unknown>>) => unknown

export type CalledActs = Readonly<Record<string, (input: Record<string, unknown>) => unknown>>

export function createActs(acts: ReadonlyMap<string, Act>, run: RunAct): CalledActs {
  const methods: Record<string, (input: Record<string, unknown>) => unknown> = {}
  for (const [id, act] of acts) {
    methods[camelCase(id)] = (input) => {
      const wired = wire(id, act, input)
      try {
        return run(id, wired)
      } catch (error) {
        throw error instanceof Problem ? refusal(id, error) : error
      }
    }
  }
  return methods
}

/** The input under the names that the control plane uses. */
function wire(id: string, { input: shape }: Act, input: Record<string, unknown>) {
  const names = new Map(
    Object.entries(shape).map(([name, { spec }]) => [spec.called ?? name, name] as const),
  )
  const wired: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    const known = names.get(name) ?? (name in shape ? name : undefined)
    if (!known) throw unknownName(`input of ${camelCase(id)}`, name, names.keys())
    wired[known] = shape[known]?.spec.to ? idOf(value) : value
  }
  return wired
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value

function refusal(id: string, problem: Problem): EmulatorError {
  return new EmulatorError('act_refused', {
    could: camelCase(id).replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`),
    because: reasonOf(problem),
    advice: 'Check that the records exist and are in a state that allows it.',
  })
}

const camelCase = (id: string): string =>
  id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
