/** The assumptions that the tests of a worker rely on, and the alternatives that their emulators have in a second run. */
import {
  allBehaviours,
  alternativesOf,
  type Behaviour,
  isSwitchable,
  rangeOf,
} from '../../src/engine/define/behaviour.ts'
import type { EmulatorContext } from '../../src/engine/emulator/context.ts'
import type { ActiveAlternatives } from '../../src/engine/model/settings.ts'
import { addRecord, readRecords, recordKey } from './records.ts'

const folder = process.env['RELIANCE_FOLDER'] as string
const recorded = process.env['RELIANCE_RECORDS']
const round = Number(process.env['RELIANCE_ROUND'] ?? 0)
/** Only alternatives of these assumptions are switched. */
const only = process.env['RELIANCE_ONLY']?.split(',')

/** The emulators of a test, or those of a file that no single test created. */
interface Scope {
  /** Undefined for the scope of a file. */
  readonly test: string | undefined
  readonly relied: Set<string>
  /** The alternatives that its emulators have besides their own. */
  readonly switched: ReadonlyMap<string, string>
  recent: EmulatorContext[]
  readonly older: WeakRef<EmulatorContext>[]
}

/** The number of emulators of a scope that are kept. A test can create thousands. */
const recentMax = 300

const reliedBefore = new Map<string, readonly string[]>()
if (recorded !== undefined)
  for (const { file, test, relied } of readRecords(recorded))
    reliedBefore.set(recordKey(file, test), [
      ...(reliedBefore.get(recordKey(file, test)) ?? []),
      ...relied,
    ])

let file = ''
let ofFile = createScope(undefined)
let running: Scope[] = []

function createScope(test: string | undefined): Scope {
  return {
    test,
    relied: new Set(),
    switched: recorded === undefined ? new Map() : alternativesFor(test),
    recent: [],
    older: [],
  }
}

function alternativesFor(test: string | undefined): ReadonlyMap<string, string> {
  const relied = reliedBefore.get(recordKey(file, test))
  if (!relied) return new Map()
  return new Map(
    allBehaviours()
      .filter((each) => isSwitchable(each) && !relied.includes(each.id))
      .filter(({ id }) => only === undefined || only.includes(id))
      .map((each) => [each.id, chosenOf(each)]),
  )
}

/** An alternative of an assumption; another one in each round. */
function chosenOf(behaviour: Behaviour): string {
  const range = rangeOf(behaviour)
  const names = range
    ? [range.min, range.max].filter((each) => each !== range.default).map(String)
    : Object.keys(alternativesOf(behaviour))
  return names[round % names.length] as string
}

/** The scope of a new emulator: the running test, if only one runs. */
const currentScope = (): Scope => (running.length === 1 ? (running[0] as Scope) : ofFile)

/** The alternatives that an emulator had before the switch. */
const ownAlternatives = new WeakMap<ActiveAlternatives, ActiveAlternatives>()

let isSwitching = true

function withSwitched(alternatives: ActiveAlternatives): ActiveAlternatives {
  if (!isSwitching) return alternatives
  const own = ownAlternatives.get(alternatives) ?? alternatives
  const { switched } = currentScope()
  if (switched.size === 0) return own
  const both = new Map([...switched, ...own])
  ownAlternatives.set(both, own)
  return both
}

function addContext(context: EmulatorContext): void {
  const scope = currentScope()
  scope.recent.push(context)
  if (scope.recent.length <= recentMax) return
  for (const each of scope.recent) addRelied(scope, each)
  scope.older.push(...scope.recent.map((each) => new WeakRef(each)))
  scope.recent = []
}

function addRelied({ relied }: Scope, { journal, droppedEntries }: EmulatorContext): void {
  const used = droppedEntries.used()
  for (const entry of journal.entries()) used.add(entry)
  for (const { id } of used.behaviours) relied.add(id)
}

function collectRelied(scope: Scope): void {
  for (const context of [...scope.recent, ...scope.older.flatMap((each) => each.deref() ?? [])])
    addRelied(scope, context)
}

/** What all tests of the file relied on. */
let ofAllTests = new Set<string>()

export const reliance = {
  withSwitched,
  addContext,
  /** Creates emulators without the alternatives of the run. */
  withoutSwitch<T>(work: () => T): T {
    isSwitching = false
    try {
      return work()
    } finally {
      isSwitching = true
    }
  },
  /** The alternatives without those of the run. */
  withoutSwitched: (alternatives: ActiveAlternatives): ActiveAlternatives =>
    ownAlternatives.get(alternatives) ?? alternatives,
  startFile(name: string): void {
    file = name
    ofFile = createScope(undefined)
    running = []
    ofAllTests = new Set()
  },
  startTest(name: string): Scope {
    const scope = createScope(name)
    running.push(scope)
    return scope
  },
  endTest(scope: Scope, isFailed: boolean): void {
    running = running.filter((each) => each !== scope)
    collectRelied(scope)
    collectRelied(ofFile)
    const relied = new Set([...scope.relied, ...ofFile.relied])
    for (const each of relied) ofAllTests.add(each)
    const used = [scope, ofFile].find((each) => each.recent.length + each.older.length > 0)
    addRecord(folder, {
      file,
      test: scope.test,
      relied: [...relied],
      switched: [...(used?.switched.keys() ?? [])],
      isFailed,
    })
  },
  endFile(): void {
    collectRelied(ofFile)
    const relied = [...new Set([...ofAllTests, ...ofFile.relied])]
    addRecord(folder, { file, test: undefined, relied, switched: [], isFailed: false })
  },
}
