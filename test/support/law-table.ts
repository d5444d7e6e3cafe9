/** Records which laws ran for which operations, and prints the table. */
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import type { Law } from './laws.ts'

export function createLawTable(operations: readonly CatalogOperation[], laws: readonly Law[]) {
  const runs = new Map<string, number>()
  const keyOf = ({ id }: CatalogOperation, { name }: Law): string => `${id} ${name}`

  const mark = (operation: CatalogOperation, law: Law): string =>
    law.exemption(operation) === undefined ? String(runs.get(keyOf(operation, law)) ?? '?') : '·'

  return {
    record(operation: CatalogOperation, law: Law): void {
      const key = keyOf(operation, law)
      runs.set(key, (runs.get(key) ?? 0) + 1)
    },
    missing: (): string[] =>
      operations.flatMap((operation) =>
        laws.filter((law) => mark(operation, law) === '?').map((law) => keyOf(operation, law)),
      ),
    print(): string {
      const width = Math.max(...operations.map(({ id }) => id.length))
      const excuses = new Set(
        operations.flatMap((operation) =>
          laws
            .map((law) => [law.name, law.exemption(operation)] as const)
            .filter(([, excuse]) => excuse !== undefined)
            .map(([name, excuse]) => `  ·  ${name}: ${excuse}`),
        ),
      )
      return [
        `Laws, with the number of transports over which each was held:`,
        ...laws.map(({ name }, i) => `  ${i + 1}  ${name}`),
        ...operations.map((operation) =>
          [operation.id.padEnd(width), ...laws.map((law) => mark(operation, law))].join(' '),
        ),
        ...excuses,
      ].join('\n')
    },
  }
}
