/** Finds the journal entry that a response belongs to. */
import type { StoredRequest } from '../serve/call.ts'

export class ResponseEntries {
  // Note: a weak map costs more than the rest of a fork, so an emulator without requests has none.
  #entries: WeakMap<Response, StoredRequest> | undefined

  get(response: Response): StoredRequest | undefined {
    return this.#entries?.get(response)
  }

  set(response: Response, entry: StoredRequest): void {
    this.#entries ??= new WeakMap()
    this.#entries.set(response, entry)
  }
}
