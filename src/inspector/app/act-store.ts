/** What an administrator can do here: the acts that this emulator has. */
import { signal } from '@preact/signals'
import type { ActInput, ActView, InputKind } from '../../emulator/reports/act-catalog.ts'
import { call, get } from './api-client.ts'

export type { ActInput, ActView, InputKind }

export const acts = signal<ReadonlyMap<string, ActView>>(new Map())

export async function learnActs(): Promise<void> {
  const known = await get<ActView[]>('acts').catch(() => [])
  acts.value = new Map(known.map((act) => [act.id, act]))
}

/** Does an act that is about one record, whatever the act calls it. */
export function actOn(id: string, record: string): Promise<unknown> {
  const [first] = acts.value.get(id)?.inputs ?? []
  return call('POST', `acts/${id}`, { [first?.name ?? 'id']: record })
}
