/** Puts the mutants of Stryker into the sources. A mutant is active while its id is the active mutant. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { ignorers } from './ignored-nodes.mjs'
import { addMutators } from './mutators.mjs'

await addMutators()

const silent = () => undefined
const logger = {
  isDebugEnabled: () => false,
  ...Object.fromEntries(['debug', 'info', 'warn', 'error', 'trace'].map((name) => [name, silent])),
}

/** A container for the three parts of the instrumenter, in place of the injector of Stryker. */
function createInjector(values) {
  return {
    provideValue: (name, value) => createInjector({ ...values, [name]: value }),
    injectClass: (Type) => new Type(...Type.inject.map((name) => values[name])),
  }
}

/**
 * Returns the instrumented text of each file, and the mutants.
 *
 * A mutant is named by its file, its position in the file and its replacement. With mutants, only their places get
 * some.
 */
export async function instrument(root, files, only) {
  const instrumenter = createInstrumenter(createInjector({ logger }))
  const inputs = files.map((file) => ({
    name: path.join(root, file),
    mutate: only?.filter((each) => each.file === file).map(({ location }) => location) ?? true,
    content: readFileSync(path.join(root, file), 'utf8'),
  }))
  const { files: outputs, mutants } = await instrumenter.instrument(inputs, {
    plugins: null,
    excludedMutations: [],
    ignorers,
  })
  const lines = new Map(inputs.map(({ name, content }) => [name, content.split('\n')]))
  return {
    texts: new Map(outputs.map(({ name, content }) => [name, content])),
    mutants: mutants
      .filter(({ status }) => status === undefined)
      .map((mutant) => describe(mutant, path.relative(root, mutant.fileName), lines)),
  }
}

function describe({ id, fileName, location, mutatorName, replacement }, file, lines) {
  const { start, end } = location
  const text = lines.get(fileName)
  const span = text.slice(start.line, end.line + 1)
  span[span.length - 1] = span.at(-1).slice(0, end.column)
  span[0] = span[0].slice(start.column)
  const original = span.join('\n')
  return {
    id,
    file,
    location,
    line: start.line + 1,
    column: start.column,
    mutatorName,
    original,
    replacement,
  }
}
