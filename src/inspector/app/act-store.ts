/** What an administrator can do here: the acts that this emulator has. */
import { signal } from '@preact/signals'
import type { ActInput, ActView, ActInputSpec } from '../../emulator/reports/act-catalog.ts'
import { callApi, get } from './api-client.ts'

export type { ActInput, ActView, ActInputSpec }

export const acts = signal<ReadonlyMap<string, ActView>>(new Map())

export async function loadActs(): Promise<void> {
  const loaded = await get<ActView[]>('acts').catch(() => [])
  acts.value = new Map(loaded.map((act) => [act.id, act]))
}

/** Does an act that is about one record, whatever the act calls it. */
export function runActOn(id: string, record: string): Promise<unknown> {
  const [first] = acts.value.get(id)?.inputs ?? []
  return callApi('POST', `acts/${id}`, { [first?.name ?? 'id']: record })
}
