/** The acts of this emulator. */
import { signal } from '@preact/signals'
import type { ActView } from '../engine/emulator/reports/act-catalog.ts'
import { callApi, get } from './api-client.ts'

export const acts = signal<ReadonlyMap<string, ActView>>(new Map())

export async function loadActs(): Promise<void> {
  const loaded = await get<ActView[]>('acts').catch(() => [])
  acts.value = new Map(loaded.map((act) => [act.id, act]))
}

/** Runs an act on one record: passes its id as the first input. */
export function runActOn(id: string, record: string): Promise<unknown> {
  const [first] = acts.value.get(id)?.inputs ?? []
  return callApi('POST', `acts/${id}`, { [first?.name ?? 'id']: record })
}
