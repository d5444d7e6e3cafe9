/** Finds the journal entry that a response belongs to. */
import type { Entry } from '../machine/journal.ts'

export class ResponseEntries {
  // Note: a weak map costs more than the rest of a fork, so an emulator without requests has none.
  #entries: WeakMap<Response, Entry> | undefined

  get(response: Response): Entry | undefined {
    return this.#entries?.get(response)
  }

  set(response: Response, entry: Entry): void {
    this.#entries ??= new WeakMap()
    this.#entries.set(response, entry)
  }
}
